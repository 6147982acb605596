import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { startServer, type TestServer } from '../../test/start-server.ts';
import { QueryBatch } from '../db/query-batch.ts';
import type { Sqlite } from '../db/statement.ts';

const settleMs = 1_500;
const measuredMs = 4_000;
const mostPerSecond = 8;

// The tests wait at the same time: each counts the statements of its own database.
describe.concurrent.each(targets)('an idle server on %s', (target) => {
  test(`sends at most ${mostPerSecond} statements per second to its database`, async () => {
    const server = await startServer(target);
    try {
      const count = await countStatements(server);
      await setTimeout(settleMs);
      const before = count();
      await setTimeout(measuredMs);
      expect((count() - before) / (measuredMs / 1_000)).toBeLessThanOrEqual(mostPerSecond);
      // The counter works.
      expect(count()).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });
});

async function countStatements({ deps: { database } }: TestServer): Promise<() => number> {
  if (database.dialect === 'postgres') {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const lengthOf = (sent: unknown) => (sent instanceof QueryBatch ? sent.queries.length : 1);
    return () => query.mock.calls.reduce((sum, [sent]) => sum + lengthOf(sent), 0);
  }
  const spies = await Promise.all(
    [database.reader, database.writer].map(async ({ client }) => {
      // Every statement on SQLite is prepared on its connection, from memory when it is known.
      const connection = (await client.acquireConnection()) as Sqlite;
      client.releaseConnection(connection);
      return vi.spyOn(connection, 'prepare');
    }),
  );
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}
