import pg from 'pg';
import { vi } from 'vitest';
import { QueryBatch } from '../src/db/query-batch.ts';
import type { Sqlite } from '../src/db/statement.ts';
import type { TestServer } from './start-server.ts';

/** The statements that were sent to the database of a server. On Postgres, those of this process. */
interface StatementCount {
  count(): number;
  stop(): void;
}

/** Counts the statements that the server sends to its database, until `stop`. */
export async function countStatements({ deps }: TestServer): Promise<StatementCount> {
  const { database } = deps;
  if (database.dialect === 'postgres') {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const lengthOf = (sent: unknown) => (sent instanceof QueryBatch ? sent.queries.length : 1);
    return {
      count: () => query.mock.calls.reduce((sum, [sent]) => sum + lengthOf(sent), 0),
      stop: () => query.mockRestore(),
    };
  }
  const spies = await Promise.all(
    [database.reader, database.writer].map(async ({ client }) => {
      // Every statement on SQLite is prepared on its connection, from memory when it is known.
      const connection = (await client.acquireConnection()) as Sqlite;
      client.releaseConnection(connection);
      return vi.spyOn(connection, 'prepare');
    }),
  );
  const countOf = (spy: (typeof spies)[number]) => spy.mock.calls.length;
  return {
    count: () => spies.reduce((sum, spy) => sum + countOf(spy), 0),
    stop: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}
