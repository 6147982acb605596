import {
  contextFor,
  createTenant,
  type Database,
  SystemDb,
  type TenantDb,
} from '../../../server.ts';
import type { CpuMeter } from '../harness/postgres-cpu.ts';

/** One of the two databases in a comparison. */
export interface Side {
  readonly name: string;
  /** Returns the CPU time of the database's own processes. */
  readonly cpu: CpuMeter;
  newTenant(): Promise<TenantDb>;
  /** Creates another empty database of the same kind. */
  another(): Promise<Side>;
}

/** Returns the database that is measured when both must find the same. */
export function firstOf([side]: readonly Side[]): Side {
  if (!side) throw new Error('there is no database');
  return side;
}

/** Returns a function that creates tenants, with IDs that count up. */
export function newTenants(database: Database): () => Promise<TenantDb> {
  const system = new SystemDb(database);
  let made = 0;
  return async () => {
    made += 1;
    const ctx = contextFor(system, `ten_${String(made).padStart(26, '0')}`);
    await createTenant(ctx, { name: `Tenant ${made}` });
    return ctx.db;
  };
}
