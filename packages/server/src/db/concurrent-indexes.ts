import { setTimeout as sleep } from 'node:timers/promises';
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
    if (isPostgres && (await hasIndex((sql) => knex.raw(sql), name))) continue;
    await knex.raw(
      `create index ${isPostgres ? 'concurrently' : ''} ${name} on ${table} (tenant_id, ${columns}, id)${where ? ` where ${where}` : ''}`,
    );
  }
  if (isPostgres) await knex.raw('reset lock_timeout');
}

interface IndexState {
  readonly is_valid: boolean;
  readonly is_growing: boolean;
}

/**
 * Returns whether Postgres has the whole index. First waits for the build of a killed process, because Postgres completes
 * it. Removes an index whose build failed: Postgres does not use it.
 */
export async function hasIndex(
  ask: (sql: string) => PromiseLike<{ readonly rows: IndexState[] }>,
  name: string,
): Promise<boolean> {
  for (;;) {
    const { rows } = await ask(`select indisvalid as is_valid, exists (
        select from pg_stat_progress_create_index where index_relid = indexrelid
      ) as is_growing from pg_index where indexrelid = to_regclass('${name}')`);
    const [index] = rows;
    if (index?.is_valid) return true;
    if (!index?.is_growing) break;
    await sleep(200);
  }
  await ask(`drop index concurrently if exists ${name}`);
  return false;
}
