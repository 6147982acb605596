import { type MemberRole, memberRole } from '@parley/contract/schemas';
import { Command, Option } from 'commander';
import { createUser, listUsers } from '../users/service.ts';
import { tenantContext, withDeps } from './session.ts';

export function usersCommand(): Command {
  const command = new Command('users').description(
    'Manage users, who own and answer conversations',
  );
  command
    .command('create <email> <name>')
    .description('Create a user')
    .option('--tenant <id or name>', 'the tenant; required if there are several')
    .addOption(
      new Option('--role <role>', 'the role').choices(memberRole.options).default('member'),
    )
    .action((email: string, name: string, options: { tenant?: string; role: MemberRole }) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, options.tenant);
        const user = await createUser(ctx, { email, name, role: options.role });
        console.log(`${user.id}  ${user.email}`);
      }),
    );
  command
    .command('list')
    .description('List the users of a tenant')
    .option('--tenant <id or name>', 'the tenant; required if there are several')
    .action(({ tenant }: { tenant?: string }) =>
      withDeps(async (deps) => {
        const users = await listUsers(await tenantContext(deps, tenant));
        for (const user of users)
          console.log(`${user.id}  ${user.email}  ${user.role}  ${user.name}`);
      }),
    );
  return command;
}
