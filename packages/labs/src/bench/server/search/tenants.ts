import type { Database, SystemDb, TenantDb } from '../../../server.ts';
import type { CpuMeter } from '../harness/postgres-cpu.ts';

/** One of the two databases. */
export interface Side {
  readonly name: string;
  /** CPU of the database's own processes. */
  readonly cpu: CpuMeter;
  newTenant(): Promise<TenantDb>;
  /** The same kind of database, where nothing else is. */
  another(): Promise<Side>;
}

const at = '2026-11-20T09:30:00.000Z';

export function newTenants(database: Database, system: SystemDb): () => Promise<TenantDb> {
  let made = 0;
  return async () => {
    made += 1;
    const id = `ten_${String(made).padStart(26, '0')}`;
    await database.writer('tenants').insert({
      tenant_id: id,
      id,
      name: `Tenant ${made}`,
      kind: 'standard',
      status: 'active',
      timezone: 'UTC',
      locale: 'en',
      default_currency: 'EUR',
      created_at: at,
      updated_at: at,
    });
    return system.forTenant(id);
  };
}
