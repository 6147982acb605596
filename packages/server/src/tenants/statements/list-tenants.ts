import type { Tenant } from '@parley/contract/schemas';
import type { SystemStatement } from '../../db/statement.ts';

export interface TenantSummary {
  id: string;
  name: string;
  kind: Tenant['kind'];
  status: Tenant['status'];
  demo: number;
  created_at: string;
}

const sql = 'select id, name, kind, status, demo, created_at from tenants order by created_at, id';

/** Lists all tenants of this installation, for commands and the first sign-in. */
export const listTenants: SystemStatement<null, readonly TenantSummary[]> = {
  name: 'list-tenants',
  scope: 'system',
  access: 'read',
  sqlite(db) {
    return db.prepare(sql).all() as TenantSummary[];
  },
  async postgres(db, calls) {
    const tenants = await db.rows<TenantSummary>('list-tenants', sql, []);
    return calls.map(() => tenants);
  },
};
