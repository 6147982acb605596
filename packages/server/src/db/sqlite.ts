import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import knex from 'knex';
import { LRUCache } from 'lru-cache';
import type { Sqlite } from './statement.ts';

const require = createRequire(import.meta.url);

// Knex exports the dialect only by this path; its shape is the one Knex's own documentation extends.
const BetterSqliteClient =
  require('knex/lib/dialects/better-sqlite3/index.js') as typeof Knex.Client;

/** A connection keeps its latest ones. */
const maxPreparedStatements = 500;

export interface SqliteOptions {
  filename: string;
  busyTimeoutMs: number;
  acquireTimeoutMs: number;
}

/** One writing and one read-only connection; with WAL, reads continue while a transaction is open. */
export function openSqlite(options: SqliteOptions): { writer: Knex; reader: Knex } {
  const open = (readonly: boolean) =>
    knex({
      client: class extends BetterSqliteClient {
        override async acquireRawConnection(): Promise<Sqlite> {
          // Knex does not declare the result type; its SQLite dialect opens a better-sqlite3 Database.
          const connection = (await super.acquireRawConnection()) as Sqlite;
          connection.pragma(`busy_timeout = ${options.busyTimeoutMs}`);
          if (!readonly) {
            connection.pragma('journal_mode = WAL');
            connection.pragma('synchronous = FULL');
            connection.pragma('foreign_keys = ON');
            // Batches write the same pages again and again: fewer checkpoints copy each of them less often.
            connection.pragma('wal_autocheckpoint = 4000');
          }
          connection.pragma('cache_size = -65536');
          return keepPrepared(connection);
        }
      },
      connection: { filename: options.filename, options: { readonly } },
      pool: { min: 1, max: 1 },
      acquireConnectionTimeout: options.acquireTimeoutMs,
      useNullAsDefault: true,
      // Its errors would contain the values, which are personal data.
      compileSqlOnError: false,
      log: quietLog,
    });
  return { writer: open(false), reader: open(true) };
}

/** Knex prints a stack for every failed acquisition and lost connection; callers report the error they get. */
export const quietLog = { warn() {}, error() {}, deprecate() {}, debug() {} };

function keepPrepared(connection: Sqlite): Sqlite {
  const prepared = new LRUCache<string, ReturnType<Sqlite['prepare']>>({
    max: maxPreparedStatements,
  });
  const prepare = connection.prepare.bind(connection);
  // The replaced method answers the same statement objects as the original.
  connection.prepare = ((sql: string) => {
    const known = prepared.get(sql);
    if (known && !known.busy) return known;
    const statement = prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }) as Sqlite['prepare'];
  return connection;
}
