import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';
import { inTime } from '../in-time.ts';
import { quietLog } from './sqlite.ts';

export interface PostgresOptions {
  connectionString: string;
  poolSize: number;
  acquireTimeoutMs: number;
  /** The limit for the response to a query. A slower connection is destroyed. */
  answerTimeoutMs?: number | undefined;
}

export const postgresTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  // No transaction here waits for anything but the database: one that is idle has lost its process.
  idle_in_transaction_session_timeout: 5_000,
};

/** Postgres ends a statement sooner: a longer wait means that the response was lost or that the server is frozen. */
const defaultAnswerTimeoutMs = postgresTimeouts.statement_timeout + 1_000;

// A connection keeps its plans, also those of foreign keys. A plan from the time of a small table would always read the
// whole table, and a bitmap scan reads all matches where an ordered index stops after a few. Every query here has a
// fitting index, and is too short for JIT compilation.
// Prepared statements have one good plan; otherwise Postgres would plan them again for every small batch, and for each
// transaction while it holds its locks.
const planner = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((method) => `-c enable_${method}=off`)
  .concat('-c jit=off', '-c plan_cache_mode=force_generic_plan')
  .join(' ');

const int8 = 20;
const numeric = 1700;

/** 64-bit integers are counters and epoch milliseconds here: all of them fit a JavaScript number. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 || oid === numeric) return Number;
    // pg's two overloads do not accept the union that its own interface hands to us.
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** One pool for ordinary queries and transactions, one for the prepared statements of batches. */
export function openPostgres(options: PostgresOptions): { queries: Knex; statements: Knex } {
  const statements = Math.floor(options.poolSize / 2);
  return {
    queries: openPool(options, options.poolSize - statements),
    statements: openPool(options, statements),
  };
}

function openPool(options: PostgresOptions, size: number): Knex {
  const connection = {
    ...connectionSettings(options.connectionString),
    options: planner,
    // Several queries of one connection can be in flight (transactOnPostgres in driver.ts).
    pipeline: true,
  };
  return knex({
    client: 'pg',
    // Knex passes this to pg unchanged; its own type predates exact optional properties.
    connection: connection as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: size,
      destroyTimeoutMillis: 1_000,
      afterCreate(client: pg.Client, done: (error: null, client: pg.Client) => void) {
        limitAnswers(client, options.answerTimeoutMs ?? defaultAnswerTimeoutMs);
        done(null, client);
      },
    },
    acquireConnectionTimeout: options.acquireTimeoutMs,
    // Its errors would contain the values, which are personal data.
    compileSqlOnError: false,
    log: quietLog,
  });
}

/**
 * Destroys a connection whose query gets no response in time: its queries fail like those of a lost connection, and the
 * pool opens another. `query_timeout` of pg would only reject the call and keep the connection.
 */
function limitAnswers(client: pg.Client, timeoutMs: number): void {
  const ask: (...query: unknown[]) => unknown = client.query.bind(client);
  const begin = () => {
    const timer = setTimeout(() => {
      const message = `Postgres did not answer within ${timeoutMs} ms`;
      client.connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    return () => clearTimeout(timer);
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

/** A connection outside of the pools, with the same deadline for each answer. */
export async function connectAlone(
  connectionString: string,
  answerTimeoutMs = defaultAnswerTimeoutMs,
): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(connectionString));
  // A failed query rejects; an error between queries reaches the next query.
  client.on('error', () => {});
  limitAnswers(client, answerTimeoutMs);
  await client.connect();
  return client;
}

const goodbyeMs = 1_000;

/** Ends a connection, whether or not anybody is at the other end. */
export async function endAlone(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {});
  await inTime(ended, goodbyeMs, () => client.connection.stream.destroy());
}

export function connectionSettings(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: 'parley',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types,
    ...postgresTimeouts,
  };
}
