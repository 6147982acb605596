import type { AcceptPasswordResetBody, RequestPasswordResetBody } from '@parley/contract/console';
import { accountEmail, violation } from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { findAccount } from './accounts.ts';
import { readLink, spendLink } from './links.ts';
import { memberContext } from './member-context.ts';
import { hashPassword } from './passwords.ts';
import type { SignInDeps } from './sign-in.ts';
import { endOtherSessions } from './statements/sessions.ts';
import { workspacesOfAccount } from './statements/workspaces-of-account.ts';
import { accountsTable } from './table.ts';
import type { Visit } from './visit.ts';

/**
 * Queues a mail with a link to a new password. An address without an account gets the same work in this request, so that
 * neither the response nor its time tells whether there is one. Throws SVC-RULE-VIOLATION when the server sends no mails.
 */
export async function requestPasswordReset(
  { deps, throttle }: SignInDeps,
  { email }: RequestPasswordResetBody,
  visit: Visit,
): Promise<void> {
  const { system, now, mailer } = deps;
  if (!mailer) throw violation('no_mail', 'email');
  const isEnough = await throttle.countMail({ name: accountEmail(email), ip: visit.ip });
  if (isEnough) return;
  const account = await findAccount(system.installation, { email });
  const payload = { kind: 'password_reset', accountId: account?.id ?? null } as const;
  await enqueue({ db: system.installation, now }, 'send-mail', payload);
}

/**
 * Sets the password of an account by a link, and ends its sessions and its other links. Throws SVC-LINK-INVALID unless
 * the link works.
 */
export async function resetPassword(
  { deps }: Pick<SignInDeps, 'deps'>,
  { token, password }: AcceptPasswordResetBody,
  visit: Visit,
): Promise<void> {
  const { system, now } = deps;
  const at = now().toISOString();
  const wanted = { token, kind: 'password_reset', at } as const;
  const link = await readLink(system.installation, wanted).catch(async (error: unknown) => {
    throw await visit.refused(error);
  });
  const accountId = link.accountId ?? '';
  const passwordHash = await hashPassword(password);
  const write = async (db: TenantDb) => {
    // Several mails can have links of the account, and each of them ends the others.
    await db.select(accountsTable).where({ id: accountId }).forUpdate().first();
    await spendLink(db, await readLink(db, wanted));
    await db.update(
      accountsTable,
      { id: accountId },
      { password_hash: passwordHash, updated_at: at },
    );
    await db.run(endOtherSessions, { accountId, except: '' });
  };
  const [workspace] = await system.run(workspacesOfAccount, { accountId });
  if (!workspace) return await system.installation.transaction(write);
  const { origin } = visit;
  await inTransaction(memberContext(deps, { ...workspace, origin }), async (ctx) => {
    await write(ctx.db.installation);
    await audit(ctx, { action: 'account.password_reset', recordId: workspace.userId });
  });
}
