import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';
import { quietLog } from './sqlite.ts';

export interface PostgresOptions {
  connectionString: string;
  poolSize: number;
  acquireTimeoutMs: number;
}

export const postgresTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};

// A connection keeps its plans, also those of foreign keys: one that was made while a table was
// small would read the whole of it for ever, and a bitmap all that matches, where an index in the right
// order ends after a few. Every query here has an index that fits, and is too short to be worth
// compiling.
const planner = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((method) => `-c enable_${method}=off`)
  .concat('-c jit=off')
  .join(' ');
// Prepared statements have one good plan; else Postgres plans them anew for every small batch.
const statementPlanner = `${planner} -c plan_cache_mode=force_generic_plan`;

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
    queries: openPool(options, options.poolSize - statements, planner),
    statements: openPool(options, statements, statementPlanner),
  };
}

function openPool(options: PostgresOptions, size: number, settings: string): Knex {
  const connection = {
    ...connectionSettings(options.connectionString),
    options: settings,
    // Several queries of one connection may be under way (transactOnPostgres in driver.ts).
    pipeline: true,
  };
  return knex({
    client: 'pg',
    // Knex hands this to pg as it is; its own type predates exact optional properties.
    connection: connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: size },
    acquireConnectionTimeout: options.acquireTimeoutMs,
    // Its errors would quote the values, and those are people's.
    compileSqlOnError: false,
    log: quietLog,
  });
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
