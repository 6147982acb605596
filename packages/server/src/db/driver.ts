import type { Client } from 'pg';
import type { Call, Postgres, Sqlite, Statement } from './statement.ts';
import { postgresConnection } from './statement.ts';

export type Dialect = 'sqlite' | 'postgres';

// A raw connection is whatever Knex's pool hands out; only the driver of its dialect looks inside.
export type Connection = unknown;

export interface Driver {
  readonly dialect: Dialect;
  begin(connection: Connection, options?: { lockWaitMs?: number }): Promise<void>;
  execute(connection: Connection, sql: string): Promise<void>;
  run<Input, Output>(
    connection: Connection,
    statement: Statement<Input, Output>,
    calls: readonly Call<Input>[],
  ): Promise<readonly Output[]>;
}

const busyDeadlineMs = 5_000;

export const sqliteDriver: Driver = {
  dialect: 'sqlite',
  async begin(connection) {
    const db = connection as Sqlite;
    const deadline = Date.now() + busyDeadlineMs;
    // IMMEDIATE: a deferred transaction that reads first cannot become a writer when another
    // process wrote in between. Waiting here in turns keeps the event loop free.
    for (;;) {
      try {
        db.prepare('BEGIN IMMEDIATE').run();
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 10));
      }
    }
  },
  async execute(connection, sql) {
    (connection as Sqlite).prepare(sql).run();
  },
  async run(connection, statement, calls) {
    return calls.map((call) => statement.sqlite(connection as Sqlite, call));
  },
};

export const postgresDriver: Driver = {
  dialect: 'postgres',
  async begin(connection, { lockWaitMs } = {}) {
    const limit =
      lockWaitMs === undefined ? '' : `; SET LOCAL lock_timeout = ${Number(lockWaitMs)}`;
    await (connection as Client).query(`BEGIN${limit}`);
  },
  async execute(connection, sql) {
    await (connection as Client).query(sql);
  },
  async run(connection, statement, calls) {
    return await statement.postgres(postgresOf(connection as Client), calls);
  },
};

export function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}

const wrapped = new WeakMap<Client, Postgres>();

function postgresOf(client: Client): Postgres {
  const known = wrapped.get(client);
  if (known) return known;
  const connection = postgresConnection(client);
  wrapped.set(client, connection);
  return connection;
}
