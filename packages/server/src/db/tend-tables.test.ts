import { expect, onTestFinished, test } from 'vitest';
import { copyRow } from '../../test/copy-rows.ts';
import { createScene } from '../../test/scene.ts';
import { startServer } from '../../test/start-server.ts';

test('on Postgres, a lookup by ID reads one row after a new installation has received many conversations', async () => {
  const server = await startServer('Postgres');
  onTestFinished(() => server.close());
  const { writer } = server.deps.database;
  const scene = await createScene(server);
  const { conversationId: id } = (await scene.receive()).message;
  const sizes = async (name: string) => {
    const [row] = await writer('pg_class').where({ relname: name, relkind: 'r' });
    return { rows: Number(row.reltuples), pages: Number(row.relpages) };
  };
  // Autovacuum would otherwise analyze the table at a time that the test does not know.
  await writer.raw('alter table conversations set (autovacuum_enabled = off)');
  expect((await sizes('conversations')).pages).toBe(0);

  const { tenant_id: tenantId } = await writer('conversations').where({ id }).first();
  const client = await writer.client.acquireConnection();
  onTestFinished(() => writer.client.releaseConnection(client));
  await client.query(
    'prepare lookup (text, text) as select * from conversations where tenant_id = $1 and id = $2',
  );
  const lookUp = async () => {
    const { rows } = await client.query(
      `explain (analyze, format json) execute lookup ('${tenantId}', '${id}')`,
    );
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return { found: plan['Actual Rows'], skipped: plan['Rows Removed by Filter'] ?? 0 };
  };
  // The connection keeps the plan that it makes now.
  expect(await lookUp()).toEqual({ found: 1, skipped: 0 });
  const prefix = `${id.slice(0, -7)}9`;
  const copies = { count: 2_000, prefix, cells: { thread: 'n + 1' } };
  // The worker must not analyze the table in the middle of the insert.
  await server.pause();
  await copyRow(server, { table: 'conversations', id }, copies);
  await server.resume();
  await expect.poll(async () => (await sizes('conversations')).rows, { interval: 200 }).toBe(2_001);
  expect(await lookUp()).toEqual({ found: 1, skipped: 0 });
  // Statistics of an empty table would be of no use.
  expect((await sizes('deals')).pages).toBe(0);
});
