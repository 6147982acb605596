import type { AcceptPasswordResetBody } from '@parley/contract/console';
import { audit } from '../audit-log/record.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { inTransaction } from '../tenancy/context.ts';
import { readLink, spendLink } from './links.ts';
import { memberContext } from './member-context.ts';
import { hashPassword } from './passwords.ts';
import type { SignInDeps } from './sign-in.ts';
import { endOtherSessions } from './statements/sessions.ts';
import { workspacesOfAccount } from './statements/workspaces-of-account.ts';
import { accountsTable } from './table.ts';
import type { Visit } from './visit.ts';

/**
 * Sets the password of an account by the link of the operator, and ends its sessions. Throws SVC-LINK-INVALID unless
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
