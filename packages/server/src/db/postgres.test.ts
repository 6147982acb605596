import { expect, test } from 'vitest';
import { openPostgres } from './postgres.ts';

test('Knex knows the version of Postgres, so that it does not wait for it without a limit', async () => {
  const connectionString = 'postgres://nobody@localhost/none';
  const pools = openPostgres({ connectionString, poolSize: 2, acquireTimeoutMs: 1 });
  for (const pool of [pools.queries, pools.statements]) {
    // Without a version, Knex asks each first connection for it, before `afterCreate`.
    expect(pool.client.version).toBe('14');
    await pool.destroy();
  }
});
