import { createRequire } from 'node:module';
import type { Statement } from 'better-sqlite3';
import type { Knex } from 'knex';
import knex from 'knex';
import { LRUCache } from 'lru-cache';
import { usualPages } from './checkpoints.ts';
import { compileCopy } from './compile-copy.ts';
import { noteFile } from './own-file.ts';
import type { Sqlite } from './statement.ts';

const require = createRequire(import.meta.url);

// Knex exports its SQLite dialect only by this path, in the form that its documentation extends.
const BetterSqliteClient =
  require('knex/lib/dialects/better-sqlite3/index.js') as typeof Knex.Client;

/** The maximum number of prepared statements that a connection keeps: the most recently used ones. */
const maxPreparedStatements = 500;

const readerCacheKib = 65_536;
/**
 * A commit visits every page in the cache of its connection when a page was split (`pcache1TruncateUnsafe`, called by
 * `sqlite3PcacheTruncate` in the source of SQLite). A page that is not in the cache comes from that of the system.
 */
const writerCacheKib = 8_192;

export interface SqliteOptions {
  filename: string;
  busyTimeoutMs: number;
  acquireTimeoutMs: number;
}

/** Opens one connection for writes and one for reads. SQLite is in WAL mode, so reads continue during a transaction. */
export function openSqlite(options: SqliteOptions): { writer: Knex; reader: Knex } {
  const open = (readonly: boolean) =>
    knex({
      client: class extends BetterSqliteClient {
        override async acquireRawConnection(): Promise<Sqlite> {
          // Knex does not declare the type, but its SQLite dialect opens a Database of better-sqlite3.
          const connection = (await super.acquireRawConnection()) as Sqlite;
          noteFile(connection);
          connection.pragma(`busy_timeout = ${options.busyTimeoutMs}`);
          if (!readonly) {
            connection.pragma('journal_mode = WAL');
            connection.pragma('synchronous = FULL');
            connection.pragma('foreign_keys = ON');
            // Batches change the same pages repeatedly. With fewer checkpoints, each page is copied less often.
            connection.pragma(`wal_autocheckpoint = ${usualPages}`);
            // Otherwise, a statement that changes several rows copies their pages to a temporary file, to undo them.
            connection.pragma('temp_store = MEMORY');
          }
          connection.pragma(`cache_size = -${readonly ? readerCacheKib : writerCacheKib}`);
          return keepPrepared(connection);
        }
      },
      connection: { filename: options.filename, options: { readonly } },
      pool: { min: 1, max: 1 },
      acquireConnectionTimeout: options.acquireTimeoutMs,
      useNullAsDefault: true,
      // Knex's errors would contain the values, which are personal data.
      compileSqlOnError: false,
      log: quietLog,
    });
  return { writer: open(false), reader: open(true) };
}

/** Turns off Knex's own log, which prints a stack for every lost connection. Callers report the errors. */
export const quietLog = { warn() {}, error() {}, deprecate() {}, debug() {} };

function keepPrepared(connection: Sqlite): Sqlite {
  const prepared = new LRUCache<string, ReturnType<Sqlite['prepare']>>({
    max: maxPreparedStatements,
  });
  const prepare = connection.prepare.bind(connection);
  // The replacement returns the same statement objects as the original method.
  connection.prepare = ((sql: string) => {
    const known = prepared.get(sql);
    if (known && !known.busy) return known;
    const statement = withFastRows(prepare(sql));
    prepared.set(sql, statement);
    return statement;
  }) as Sqlite['prepare'];
  return connection;
}

type Prepared = Statement<unknown[]>;
type Cells = readonly unknown[];

/** The number of columns from which rows are read as arrays. */
const manyColumns = 8;

/**
 * Returns the statement. Its rows are read as arrays, from which compiled code makes the objects: better-sqlite3 itself
 * takes twice as long for objects with many columns.
 */
function withFastRows(statement: Prepared): Prepared {
  const namesOf = () => statement.columns().map(({ name }) => name);
  let names = statement.reader ? namesOf() : [];
  if (names.length < manyColumns) return statement;
  let copy = copyOf(names);
  const toObject = (cells: Cells) => {
    // A migration has added or removed a column of `select *`.
    if (cells.length !== names.length) {
      names = namesOf();
      copy = copyOf(names);
    }
    return copy(cells);
  };
  const { get, all, raw, pluck } = statement;
  raw.call(statement, true);
  const fast: Partial<Prepared> = {
    get(...values: unknown[]) {
      // `get` and `all` of better-sqlite3 return arrays now.
      const cells = get.apply(statement, values) as Cells | undefined;
      return cells && toObject(cells);
    },
    all: (...values: unknown[]) => (all.apply(statement, values) as Cells[]).map(toObject),
    raw: (...on) => raw.apply(plain(), on),
    pluck: (...on) => pluck.apply(plain(), on),
  };
  const plain = () => Object.assign(statement, { get, all, raw, pluck });
  return Object.assign(statement, fast);
}

function copyOf(names: readonly string[]): (cells: Cells) => object {
  return compileCopy(names.map((to, place) => ({ to, from: String(place) })));
}
