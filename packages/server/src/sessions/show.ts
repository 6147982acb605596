import type { SignedIn } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { guestRole } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { agencyOfGuest } from '../tenancy/grants.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { users } from '../users/service.ts';
import { findAccount } from './accounts.ts';
import type { BegunSession } from './begin.ts';
import { workspacesOfAccount } from './statements/workspaces-of-account.ts';

/**
 * Returns what the browser shows about a session. `ctx` is the context of the session's member. Throws
 * SVC-SIGN-IN-REQUIRED when the account no longer exists.
 */
export async function showSession(
  ctx: TenantContext,
  { id, accountId, expiresAt, homeTenantId }: Omit<BegunSession, 'token'>,
): Promise<SignedIn> {
  const home = homeTenantId === null ? undefined : agencyOfGuest(ctx, homeTenantId);
  const [account, member, tenant, workspaces, agency] = await Promise.all([
    findAccount(ctx.db.installation, { id: accountId }),
    users.get(home ?? ctx, ctx.actor.id ?? ''),
    getCurrentTenant(ctx),
    ctx.db.run(workspacesOfAccount, { accountId }),
    home && getCurrentTenant(home),
  ]);
  if (!account) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
  const shown = { sessionId: id, account, tenant, workspaces: [...workspaces], expiresAt };
  if (!agency) return { ...shown, member, agency: null };
  const { id: tenantId, name } = agency;
  const grantId = ctx.actor.grantId ?? '';
  return {
    ...shown,
    member: { ...member, role: guestRole },
    agency: { tenantId, name, grantId },
  };
}
