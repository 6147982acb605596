import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from 'pg';
import { isClosedBefore, UnknownOutcome, unknownIfLost } from './failures.ts';
import { inOrder } from './in-order.ts';
import { requireOwnFile } from './own-file.ts';
import { batchQueries, SkippedQuery } from './query-batch.ts';
import type { Call, Postgres, Sqlite, Statement } from './statement.ts';
import { publishWait } from './waits.ts';

export type Dialect = 'sqlite' | 'postgres';

// A connection of Knex's pool. Only the driver of its dialect knows its type.
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
/** SQLite waits at least this long when another process writes. Without such a wait, BEGIN takes microseconds. */
const leastWaitMs = 1;

/** The time in milliseconds after which the process handles other work between two calls. */
const maxTurnMs = 10;

export const sqliteDriver: Driver = {
  dialect: 'sqlite',
  async begin(connection) {
    const db = connection as Sqlite;
    const since = performance.now();
    const waitedMs = () => performance.now() - since;
    // IMMEDIATE locks at once: a transaction that begins with a read could not write after another process has written.
    // The loop waits in turns, so that the event loop stays free.
    try {
      for (;;) {
        try {
          requireOwnFile(db);
          db.prepare('BEGIN IMMEDIATE').run();
          return;
        } catch (error) {
          if (!isBusy(error) || waitedMs() > busyDeadlineMs) throw error;
          await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 10));
        }
      }
    } finally {
      if (waitedMs() >= leastWaitMs) publishWait(since);
    }
  },
  async execute(connection, sql) {
    (connection as Sqlite).prepare(sql).run();
  },
  async run(connection, statement, calls) {
    const outputs = [];
    let since = performance.now();
    for (const call of calls) {
      // The first call runs at once: the statements of a transaction run in the order in which they are sent.
      if (outputs.length > 0 && performance.now() - since > maxTurnMs) {
        await nextTurn();
        since = performance.now();
      }
      outputs.push(statement.sqlite(connection as Sqlite, call));
    }
    return outputs;
  },
};

export const postgresDriver: Driver = {
  dialect: 'postgres',
  async begin(connection, { lockWaitMs } = {}) {
    const begun = postgresDriver.execute(connection, 'BEGIN');
    if (lockWaitMs === undefined) return await begun;
    const limit = `SET LOCAL lock_timeout = ${Number(lockWaitMs)}`;
    await inOrder([begun, postgresDriver.execute(connection, limit)]);
  },
  async execute(connection, sql) {
    await postgresOf(connection as Client).execute(sql);
  },
  async run(connection, statement, calls) {
    const db = postgresOf(connection as Client);
    const locks = statement.access === 'write' || statement.locks;
    return await statement.postgres(locks ? db.locking : db, calls);
  },
};

/**
 * Runs calls of one statement in a transaction. Sends BEGIN with the first query and COMMIT after the last one, without
 * waiting for answers in between. Resolves after the commit. Rejects with UnknownOutcome when it may have been
 * committed, or else with the error; then nothing was written.
 */
export async function transactOnPostgres<Input, Output>(
  connection: Connection,
  statement: Statement<Input, Output>,
  calls: readonly Call<Input>[],
  options?: { lockWaitMs?: number },
): Promise<readonly Output[]> {
  const client = connection as Client;
  const connected = postgresOf(client);
  const { rows } = options?.lockWaitMs === undefined ? connected.locking : connected;
  const begun = postgresDriver.begin(connection, options);
  let end: Promise<'committed' | 'rolled back'> | undefined;
  const commit = () => {
    end ??= endOf(client, begun);
    return end;
  };
  // The caller that awaits the promise handles its failure, unless an earlier query has failed.
  const ignore = () => {};
  begun.catch(ignore);
  const db: Postgres = {
    async rows<Row>(name: string, text: string, values: readonly unknown[], { last = false } = {}) {
      const result = rows<Row>(name, text, values);
      if (last) commit().catch(ignore);
      return await result;
    },
  };
  let outputs: readonly Output[];
  try {
    outputs = await statement.postgres(db, calls);
  } catch (error) {
    if (end === undefined) await rollBack(client);
    else if ((await endOrUnknown(end)) !== 'rolled back') throw new UnknownOutcome(error);
    throw error;
  }
  try {
    if ((await commit()) === 'committed') return outputs;
  } catch (error) {
    throw isClosedBefore(error) ? error : new UnknownOutcome(error);
  }
  throw new Error('a transaction in which nothing failed was rolled back');
}

/** Commits. Throws when a query of the transaction has failed, even if the caller has caught its error. */
export async function endOnPostgres(connection: Connection, begun: Promise<void>): Promise<void> {
  const end = await endOf(connection as Client, begun).catch(unknownIfLost);
  if (end === 'committed') return;
  throw new Error('a transaction in which a query failed was rolled back');
}

async function endOf(client: Client, begun: Promise<void>): Promise<'committed' | 'rolled back'> {
  try {
    const [command] = await Promise.all([postgresOf(client).execute('COMMIT'), begun]);
    // If a query of the transaction has failed before, Postgres answers COMMIT with ROLLBACK.
    return command === 'COMMIT' ? 'committed' : 'rolled back';
  } catch (error) {
    if (!(error instanceof SkippedQuery)) throw error;
    await rollBack(client);
    return 'rolled back';
  }
}

async function rollBack(client: Client): Promise<void> {
  await postgresOf(client)
    .execute('ROLLBACK')
    .catch(() => {});
}

async function endOrUnknown(
  end: Promise<'committed' | 'rolled back'>,
): Promise<'committed' | 'rolled back' | 'unknown'> {
  return await end.catch((error: unknown) => (isClosedBefore(error) ? 'rolled back' : 'unknown'));
}

export function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}

interface PostgresConnection extends Postgres {
  /** Runs a command without rows. Returns its first word, as Postgres answers it. */
  execute(sql: string): Promise<string>;
  /** The same connection for queries that may wait for a lock. */
  readonly locking: Postgres;
}

const wrapped = new WeakMap<Client, PostgresConnection>();

export function postgresOf(client: Client): PostgresConnection {
  const known = wrapped.get(client);
  if (known) return known;
  const send = batchQueries(client);
  const queries = (mayWait: boolean): Postgres => ({
    async rows<Row>(name: string, text: string, values: readonly unknown[]) {
      return (await send({ name, text, values, mayWait })).rows as Row[];
    },
  });
  const connection: PostgresConnection = {
    ...queries(false),
    locking: queries(true),
    execute: async (sql) => (await send({ name: sql, text: sql })).command,
  };
  wrapped.set(client, connection);
  return connection;
}
