import type { Tenant } from '@parley/contract/schemas';
import { systemRows } from '../../db/system-rows.ts';

export interface TenantSummary {
  id: string;
  name: string;
  kind: Tenant['kind'];
  status: Tenant['status'];
  demo: number;
  created_at: string;
}

/** Lists all tenants of this installation, for commands and the first sign-in. */
export const listTenants = systemRows<null, TenantSummary>(
  'list-tenants',
  {
    access: 'read',
    text: 'select id, name, kind, status, demo, created_at from tenants order by created_at, id',
  },
  () => [],
);
