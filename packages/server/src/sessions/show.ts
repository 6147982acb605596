import type { SignedIn } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import type { TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { users } from '../users/service.ts';
import { findAccount } from './accounts.ts';
import { workspacesOfAccount } from './statements/workspaces-of-account.ts';

interface Shown {
  readonly id: string;
  readonly accountId: string;
  readonly expiresAt: string;
}

/**
 * Returns what the browser shows about a session. `ctx` is the context of the session's member. Throws
 * SVC-SIGN-IN-REQUIRED when the account no longer exists.
 */
export async function showSession(
  ctx: TenantContext,
  { id, accountId, expiresAt }: Shown,
): Promise<SignedIn> {
  const [account, member, tenant, workspaces] = await Promise.all([
    findAccount(ctx.db.installation, { id: accountId }),
    users.get(ctx, ctx.actor.id ?? ''),
    getCurrentTenant(ctx),
    ctx.db.run(workspacesOfAccount, { accountId }),
  ]);
  if (!account) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
  return { sessionId: id, account, member, tenant, workspaces: [...workspaces], expiresAt };
}
