import { createTenant, type Database, SystemDb, type TenantDb } from '../../../server.ts';
import { contextFor } from '../harness/context.ts';
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

/** Returns the database that stands for both where they must find the same. */
export function firstOf([side]: readonly Side[]): Side {
  if (!side) throw new Error('there is no database');
  return side;
}

/** Returns a function that makes tenants, whose ids count up. */
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
