import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshPlace } from '../../test/databases.ts';
import { connectAlone, endAlone, openPostgres } from './postgres.ts';

test('Knex knows the version of Postgres, so that it does not wait for it without a limit', async () => {
  const connectionString = 'postgres://nobody@localhost/none';
  const pools = openPostgres({ connectionString, poolSize: 2, acquireTimeoutMs: 1 });
  for (const pool of [pools.queries, pools.statements]) {
    // Without a version, Knex asks each first connection for it, before `afterCreate`.
    expect(pool.client.version).toBe('14');
    await pool.destroy();
  }
});

test('an answer that arrived while the process stood still is read, not given up', async () => {
  const { databaseUrl } = await freshPlace('Postgres');
  const client = await connectAlone(String(databaseUrl), 1_000);
  onTestFinished(() => endAlone(client));
  const answer = client.query('select 7 as seven');
  // After this turn, Node runs the timers that are due before it reads from connections.
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  expect((await answer).rows).toEqual([{ seven: 7 }]);
});
