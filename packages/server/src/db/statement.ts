import type BetterSqlite3 from 'better-sqlite3';

// A statement is the SQL of one frequent query in both dialects, prepared once for each connection. It is in
// <noun>/statements/<name>.ts and runs as `ctx.db.run(statement, input)`; the TenantDb adds the tenant. Outside a
// transaction, reads of one turn of the event loop share a round trip on Postgres. Writes of one turn share a commit on
// both databases (group-commit.ts).
//
// On SQLite, a limit is `limit +?`: see `limitTo`.

/** A connection to SQLite; `prepare` caches prepared statements. */
export type Sqlite = BetterSqlite3.Database;

/** A connection to Postgres that sends named, prepared statements. */
export interface Postgres {
  /**
   * Sends a named query. `last` says that no further query of the transaction follows, so the COMMIT may be sent at
   * once.
   */
  rows<Row>(
    name: string,
    text: string,
    values: readonly unknown[],
    options?: { last?: boolean },
  ): Promise<Row[]>;
}

/** Part of a statement on SQLite: returns the row that `find` finds for each item, without those that do not exist. */
export function foundRows<Row, Item>(items: readonly Item[], find: (item: Item) => unknown): Row[] {
  // `get` of a prepared statement returns a row, or undefined when there is none.
  return items.map((item) => find(item) as Row | undefined).filter((row) => row !== undefined);
}

/** Part of a statement on Postgres: the time by the clock of the database, in epoch milliseconds. */
export const databaseMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Part of a statement on Postgres: an array of each of these fields, as the arguments of `unnest`. */
export function arraysOf<Row, Field extends keyof Row>(
  rows: readonly Row[],
  fields: readonly Field[],
): Row[Field][][] {
  return fields.map((field) => rows.map((row) => row[field]));
}

/**
 * Part of a statement on Postgres: its commit does not wait for the disk. Only a crash before the next synced commit
 * can lose the write, because Postgres writes its log in order.
 */
export const unsyncedCommit = "set_config('synchronous_commit', 'off', true)";

export interface Call<Input> {
  readonly tenantId: string;
  readonly input: Input;
  /** Set for writes of workers: they wait until the writes of requests are done. */
  readonly isBackground?: boolean;
}

/**
 * A kind of work, such as `jobs`. After a commit that adds such work, the workers of this process look for it at once.
 */
export type Topic = string;

interface BaseStatement<Input, Output> {
  readonly name: string;
  /** Set for statements that read the rows of all tenants. SystemDb.run accepts no others. */
  readonly scope?: 'system';
  sqlite(db: Sqlite, call: Call<Input>): Output;
  /** Runs all calls and returns their results in the same order. */
  postgres(db: Postgres, calls: readonly Call<Input>[]): Promise<readonly Output[]>;
}

export interface ReadStatement<Input, Output> extends BaseStatement<Input, Output> {
  readonly access: 'read';
  /** Set for statements that lock rows until the end of the transaction. */
  readonly locks?: true;
  /**
   * Returns a key for the input. Calls of one tenant with the same key in one turn of the event loop run once and share
   * the result.
   */
  sameAs?(input: Input): string;
}

export interface WriteStatement<Input, Output> extends BaseStatement<Input, Output> {
  readonly access: 'write';
  /** Set when the statement is one SQL statement on Postgres, so that it needs no transaction of its own. */
  readonly atomic?: boolean;
  /**
   * Returns the topics of the work that the call has added. After the commit, the workers of this process look for this
   * work.
   */
  wakes?(output: Output): readonly Topic[];
  /**
   * How repeated calls get their result: of the calls of one tenant with the same key in one batch, only the first one
   * runs.
   */
  readonly repeated?: {
    key(input: Input): string | undefined;
    answer(first: { readonly input: Input; readonly output: Output }, input: Input): Output;
  };
}

export type Statement<Input, Output> = ReadStatement<Input, Output> | WriteStatement<Input, Output>;

export type SystemStatement<Input, Output> = Statement<Input, Output> & {
  readonly scope: 'system';
};

/**
 * Returns the function `postgres` of a statement with queries of its own for each call. Sends the queries of all calls
 * before the first answer.
 */
export function perCall<Input, Output>(
  run: (db: Postgres, call: Call<Input>) => Promise<Output>,
): BaseStatement<Input, Output>['postgres'] {
  return (db, calls) => Promise.all(calls.map((call) => run(db, call)));
}

/** Like `perCall`, but runs one call after the other. */
export function oneByOne<Input, Output>(
  run: (db: Postgres, call: Call<Input>) => Promise<Output>,
): BaseStatement<Input, Output>['postgres'] {
  return async (db, calls) => {
    const outputs: Output[] = [];
    for (const call of calls) outputs.push(await run(db, call));
    return outputs;
  };
}
