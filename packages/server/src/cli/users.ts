import { createInvitationBody, setupBody } from '@parley/contract/console';
import { type Member, type MemberRole, memberRole } from '@parley/contract/schemas';
import { accountEmail, invitationDays } from '@parley/domain';
import { Argument, Command, Option } from 'commander';
import { audit } from '../audit-log/record.ts';
import { consoleUrlOf } from '../branding/service.ts';
import { brandOfTenant } from '../branding/statements/brands.ts';
import type { Deps } from '../deps.ts';
import { admitInvitation, invite } from '../invitations/service.ts';
import { urlOf } from '../main.ts';
import { findAccount } from '../sessions/accounts.ts';
import { forgetTotp } from '../sessions/authenticator.ts';
import { createLink } from '../sessions/links.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { updateMember } from '../users/change.ts';
import { createUser, listUsers } from '../users/service.ts';
import { usersTable } from '../users/table.ts';
import { inTenant } from './in-tenant.ts';
import { CommandError, readInput, withDeps } from './session.ts';

/** A new user has the fields of an invitation, and the name that a new account has. */
const newUser = createInvitationBody.extend(setupBody.pick({ name: true }).shape);

interface WithRole {
  readonly role: MemberRole;
}

export function usersCommand(): Command {
  const command = new Command('users').description(
    'Manage users, who own and answer conversations',
  );
  inTenant(
    command.command('create <email> <name>').description('Create a user').addOption(roleOption()),
    async ({ ctx }, email: string, name: string, { role }: WithRole) => {
      const user = await createUser(ctx, readInput(newUser, { email, name, role }));
      console.log(`${user.id}  ${user.email}`);
    },
  );
  inTenant(command.command('list').description('List the users of a tenant'), async ({ ctx }) => {
    for (const user of await listUsers(ctx)) console.log(lineOf(user));
  });
  inTenant(
    command
      .command('invite <email>')
      .description('Invite a person who can then sign in, and print the link')
      .addOption(roleOption()),
    async ({ ctx, deps }, email: string, { role }: WithRole) => {
      const body = readInput(createInvitationBody, { email, role });
      const mail = await admitInvitation(ctx, body, { by: 'owner', deps });
      const { token, mailed } = await inTransaction(ctx, async (ctx) => {
        const made = await invite(ctx, body, { by: 'owner', mail });
        await audit(ctx, { action: 'invitation.created', recordId: made.id });
        return made;
      });
      const by = mailed ? ' The server also sends it by mail.' : '';
      console.log(
        `${await consoleOf(ctx, deps)}/invitation#token=${token}\n\nThe link works once, for ${invitationDays} days.${by}`,
      );
    },
  );
  onMember(
    command
      .command('set-role <email>')
      .description('Change the role of a member')
      .addArgument(new Argument('<role>', 'the role').choices(memberRole.options)),
    // Commander has checked the role.
    (role) => ({ role: role as MemberRole }),
  );
  onMember(
    command
      .command('deactivate <email>')
      .description('End the sessions of a member, who cannot sign in to this tenant any more'),
    () => ({ active: false }),
  );
  onMember(
    command.command('activate <email>').description('Let a deactivated member sign in again'),
    () => ({ active: true }),
  );
  command
    .command('reset-password')
    .description('Print a link to set a new password')
    .requiredOption('--email <email>', 'the email address of the account')
    .option('--remove-totp', 'also remove the authenticator app of the account, now')
    .action(({ email, removeTotp }: { email: string; removeTotp?: true }) =>
      withDeps(async (deps) => {
        const { installation } = deps.system;
        const account = await findAccount(installation, { email });
        if (!account) {
          throw new CommandError(
            'No account has this email address. Invite the person: npx parley users invite <email>',
          );
        }
        if (removeTotp) await forgetTotp(installation, account.id);
        const link = { kind: 'password_reset', accountId: account.id, now: deps.now() } as const;
        const token = await createLink(installation, link);
        console.log(
          `${consoleUrl(deps)}/password-reset#token=${token}\n\nThe link works once, for 24 hours.`,
        );
      }),
    );
  return command;
}

/** Adds a command that changes the member with the given email address as an owner can, and prints the member. */
function onMember(
  command: Command,
  changeOf: (word: string) => Partial<Pick<Member, 'role' | 'active'>>,
): void {
  inTenant(command, async ({ ctx }, email: string, word: string) => {
    const changed = await inTransaction(ctx, async (ctx) => {
      const own = { email: accountEmail(email) };
      const member = await ctx.db.select(usersTable).where(own).first();
      if (!member) throw new CommandError('No member of the tenant has this email address.');
      await audit(ctx, { action: 'member.updated', recordId: member.id });
      return await updateMember(ctx, member.id, changeOf(word), 'owner');
    });
    console.log(lineOf(changed));
  });
}

function lineOf({ id, email, role, name, active }: Member): string {
  return `${id}  ${email}  ${role}  ${name}${active ? '' : '  (inactive)'}`;
}

function roleOption(): Option {
  return new Option('--role <role>', 'the role').choices(memberRole.options).default('member');
}

/** Returns the address at which the members of the tenant open the console. */
async function consoleOf({ db }: TenantContext, deps: Deps): Promise<string> {
  const [known] = await db.run(brandOfTenant, { tenantId: db.tenantId });
  return consoleUrlOf(known, consoleUrl(deps));
}

function consoleUrl({ config }: Deps): string {
  return urlOf(config, config.port);
}
