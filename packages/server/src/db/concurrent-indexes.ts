import type { Knex } from 'knex';
import type { Dialect } from './driver.ts';

export interface TenantIndex {
  readonly name: string;
  readonly table: string;
  /** The columns between the tenant and the ID. */
  readonly columns: string;
  /** The condition of the rows that are in the index. Default: all rows. */
  readonly where?: string;
}

/**
 * Creates indexes by tenant. On Postgres, other processes can write meanwhile, so it must run outside of a
 * transaction.
 */
export async function createIndexes(
  knex: Knex,
  dialect: Dialect,
  indexes: readonly TenantIndex[],
): Promise<void> {
  const isPostgres = dialect === 'postgres';
  // A concurrent build waits for all transactions that began before it.
  if (isPostgres) await knex.raw('set lock_timeout = 0');
  for (const { name, table, columns, where } of indexes) {
    // An interrupted build leaves an index that Postgres does not use.
    if (isPostgres) await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(
      `create index ${isPostgres ? 'concurrently' : ''} ${name} on ${table} (tenant_id, ${columns}, id)${where ? ` where ${where}` : ''}`,
    );
  }
  if (isPostgres) await knex.raw('reset lock_timeout');
}
