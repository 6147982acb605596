import type { Workspace } from '@parley/contract/console';
import { systemRows } from '../../db/system-rows.ts';

export interface KnownWorkspace extends Workspace {
  readonly userId: string;
}

/** Lists the tenants of which an account is an active member, before a tenant is chosen. */
export const workspacesOfAccount = systemRows<{ accountId: string }, KnownWorkspace>(
  'workspaces-of-account',
  {
    access: 'read',
    text: `
      select u.tenant_id as "tenantId", u.id as "userId", u.role, t.name, t.kind, t.status
      from users u join tenants t on t.tenant_id = u.tenant_id
      where u.account_id = $1 and u.active = 1 order by t.name, t.tenant_id limit 100`,
  },
  ({ accountId }) => [accountId],
);
