import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';
import { inTime } from '../in-time.ts';
import { forPg } from './database-url.ts';
import {
  ConnectError,
  isReadOnly,
  isUnavailable,
  namesFile,
  QueueTimeoutError,
} from './failures.ts';
import { startPatientTimer } from './patient-timer.ts';
import { quietLog } from './sqlite.ts';
import { publishWait } from './waits.ts';

export interface PostgresOptions {
  connectionString: string;
  poolSize: number;
  acquireTimeoutMs: number;
  /** The limit for the answer to a query, in milliseconds. After it, the connection is destroyed. */
  answerTimeoutMs?: number | undefined;
}

/**
 * The limits for an answer, in milliseconds. Postgres itself ends a statement earlier, so a longer wait means that the
 * answer was lost or that the server is frozen.
 */
export const answerLimits = {
  /** For processes that serve requests. It is below the 10 s in which they must recover after a fault. */
  requests: 8_000,
  /** For processes without requests: `parley worker` and commands of operators. */
  unattended: 16_000,
  /** For migrations, which may create indexes of large tables. */
  migrations: 3_600_000,
} as const;

/** The part of the limit after which Postgres ends a statement. */
const statementPart = 7 / 8;

// The SQL of the server and its checks of concurrent changes depend on these settings. A database or a role may set others.
// An idle connection of the pool stays open, and one that holds a lock during a migration keeps it.
const requiredSettings = [
  '-c default_transaction_isolation=read\\ committed',
  '-c standard_conforming_strings=on',
  '-c idle_session_timeout=0',
].join(' ');

// A connection keeps its plans, also those for foreign keys. A plan that was made while a table was small would always
// read the whole table. A bitmap scan reads all matches, where an ordered index stops after a few rows. Every query
// here has a fitting index, and is too short for JIT compilation. With a generic plan, Postgres need not plan a
// prepared statement again for every batch, or for a transaction that holds locks. A vacuum pauses like autovacuum, so
// that requests need not wait for it.
const plannerSettings = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((method) => `-c enable_${method}=off`)
  .concat('-c jit=off', '-c plan_cache_mode=force_generic_plan', '-c vacuum_cost_delay=2ms')
  .join(' ');

/** Removes the limit that a role may have for each transaction. Only Postgres 17 and newer know it. */
export const noTransactionTimeout = `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`;

const int8 = 20;
const numeric = 1700;

/** Returns 64-bit integers as numbers: counters and epoch milliseconds fit into a JavaScript number. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 || oid === numeric) return Number;
    // The two overloads of pg do not accept the union that pg's own interface passes.
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Opens two pools: one for ordinary queries and transactions, one for the prepared statements of batches. */
export function openPostgres(options: PostgresOptions): { queries: Knex; statements: Knex } {
  const statements = Math.floor(options.poolSize / 2);
  const peers: Peers = new Set();
  return {
    queries: openPool(options, options.poolSize - statements, peers),
    statements: openPool(options, statements, peers),
  };
}

/** Opens one connection for migrations. */
export function openForMigrations(connectionString: string): Knex {
  const answerTimeoutMs = answerLimits.migrations;
  const options = { connectionString, poolSize: 1, acquireTimeoutMs: 5_000, answerTimeoutMs };
  return openPool(options, 1, new Set());
}

function openPool(options: PostgresOptions, size: number, peers: Peers): Knex {
  const connection = {
    ...connectionSettings(options.connectionString, options.answerTimeoutMs, plannerSettings),
    // Allows several queries in flight on one connection (transactOnPostgres in driver.ts).
    pipeline: true,
  };
  const pool = knex({
    client: 'pg',
    // Without it, Knex asks the first connection of a pool for the version before `afterCreate`, and waits for the
    // answer without a limit.
    version: '14',
    // Knex passes this to pg unchanged; its own type predates exact optional properties.
    connection: connection as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: size,
      destroyTimeoutMillis: 1_000,
      afterCreate(client: pg.Client, done: (error: null, client: pg.Client) => void) {
        limitAnswers(client, options.answerTimeoutMs, peers);
        client.connection.on('errorMessage', (error: unknown) => {
          // Knex replaces the connection at its next use: a new one reaches the server that is the primary now.
          if (isReadOnly(error)) Object.assign(client, { __knex__disposed: error });
        });
        done(null, client);
      },
    },
    // Only ends what `limitAcquires` does not end.
    acquireConnectionTimeout: 10 * options.acquireTimeoutMs,
    // Knex's errors would contain the values, which are personal data.
    compileSqlOnError: false,
    log: quietLog,
  });
  limitAcquires(pool, options.acquireTimeoutMs);
  const { client } = pool;
  const connect: () => Promise<pg.Client> = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    try {
      // Throws at once when a file of certificates cannot be read.
      return await connect();
    } catch (error) {
      throw isUnavailable(error) && !namesFile(error) ? error : new ConnectError(error);
    }
  };
  return pool;
}

/** Limits the wait for a connection. The limit of Knex would also end a wait in which the process stood still. */
function limitAcquires({ client: { pool } }: Knex, timeoutMs: number): void {
  const acquire = pool.acquire.bind(pool);
  pool.acquire = () => {
    const isFull = pool.numUsed() + pool.numPendingCreates() >= pool.max;
    const since = performance.now();
    const pending = acquire();
    const stop = startPatientTimer(timeoutMs, () => {
      const message = `no connection became free within ${timeoutMs} ms`;
      const cause = pending.possibleTimeoutCause ?? undefined;
      pending.reject(new QueueTimeoutError(message, { cause }));
    });
    const end = () => {
      stop();
      if (isFull) publishWait(since);
    };
    pending.promise.then(end, end);
    return pending;
  };
}

/** A connection, with the number of its queries that have no answer yet, and the time of its last message. */
interface Peer {
  owed: number;
  heardMs: number;
  destroy(): void;
}

/** The open connections of a process to one database. */
type Peers = Set<Peer>;

/**
 * Destroys a connection that is silent for too long while queries have no answer. A pipeline of slow statements is not
 * silent. The queries then fail as for a lost connection, and the pool opens another. `query_timeout` of pg would only
 * reject the call and keep the connection. Also destroys idle peers that have been silent since then: each of them would
 * make one more request wait in vain.
 */
function limitAnswers(
  client: pg.Client,
  timeoutMs: number = answerLimits.requests,
  peers: Peers = new Set(),
): void {
  const ask: (...query: unknown[]) => unknown = client.query.bind(client);
  const { stream } = client.connection;
  let stop = () => {};
  const own: Peer = {
    owed: 0,
    heardMs: performance.now(),
    destroy() {
      const message = `Postgres did not answer within ${timeoutMs} ms`;
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    },
  };
  peers.add(own);
  client.once('end', () => peers.delete(own));
  const wait = () => {
    const sinceMs = performance.now();
    stop();
    stop = startPatientTimer(timeoutMs, () => {
      own.destroy();
      for (const peer of peers) if (peer.owed === 0 && peer.heardMs <= sinceMs) peer.destroy();
    });
  };
  stream.on('data', () => {
    own.heardMs = performance.now();
    if (own.owed > 0) wait();
  });
  const begin = () => {
    own.owed += 1;
    if (own.owed === 1) wait();
    return () => {
      own.owed -= 1;
      if (own.owed === 0) stop();
    };
  };
  const query = (...args: unknown[]) => {
    const end = begin();
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return ask(...args.slice(0, -1), (...answer: unknown[]) => {
        end();
        callback(...answer);
      });
    }
    const answer = ask(...args) as Promise<unknown>;
    answer.then(end, end);
    return answer;
  };
  Object.assign(client, { query });
}

/** Opens a connection outside of the pools, with the same limit for each answer. */
export async function connectAlone(
  connectionString: string,
  answerTimeoutMs?: number,
): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(connectionString, answerTimeoutMs));
  // A failed query rejects by itself, and an error between two queries makes the next query fail.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await endAlone(client);
    throw error;
  }
  limitAnswers(client, answerTimeoutMs);
  return client;
}

/**
 * Returns whether a connection that `connectAlone` opened with the default limit has its settings. A pooler may ignore
 * them.
 */
export async function hasItsSettings(client: pg.Client): Promise<boolean> {
  const sql = "select setting from pg_settings where name = 'statement_timeout'";
  const { rows } = await client.query(sql);
  return Number(rows[0]?.setting) === answerLimits.requests * statementPart;
}

const goodbyeMs = 1_000;

/** Ends a connection, even if the server does not answer. */
export async function endAlone(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {});
  await inTime(ended, goodbyeMs, () => client.connection.stream.destroy());
}

export function connectionSettings(
  databaseUrl: string,
  answerTimeoutMs: number = answerLimits.requests,
  furtherSettings = '',
): pg.ClientConfig {
  const { connectionString, options } = forPg(databaseUrl);
  return {
    connectionString,
    // Of two values of a setting, Postgres takes the last one.
    options: [options, requiredSettings, furtherSettings].join(' ').trim(),
    application_name: 'parley',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A migration may wait an hour for its answer. So the system asks whether the other end is still there.
    keepAliveInitialDelayMillis: 10_000,
    types,
    statement_timeout: answerTimeoutMs * statementPart,
    lock_timeout: 5_000,
    // A transaction never waits for anything but the database, so an idle transaction belongs to a process that has
    // ended.
    idle_in_transaction_session_timeout: 5_000,
  };
}
