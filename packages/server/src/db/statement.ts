import type BetterSqlite3 from 'better-sqlite3';
import type { Client } from 'pg';

// A statement is one hot path in the SQL of each database, prepared once per connection. It lives in
// <noun>/statements/<name>.ts and runs as `ctx.db.run(statement, input)`; the TenantDb adds the tenant. Outside a
// transaction, reads of one turn of the event loop share a round trip on Postgres, and writes of one turn share a
// commit on both databases (group-commit.ts).

/** A connection to SQLite; `prepare` caches prepared statements. */
export type Sqlite = BetterSqlite3.Database;

/** A connection to Postgres that sends named, prepared statements. */
export interface Postgres {
  /** `last`: nothing that belongs to the transaction follows, so its COMMIT may follow at once. */
  rows<Row>(
    name: string,
    text: string,
    values: readonly unknown[],
    options?: { last?: boolean },
  ): Promise<Row[]>;
}

/**
 * Part of a statement on Postgres: its transaction ends without waiting for the disk. Postgres writes its log in order,
 * so every later commit that waits includes this one: only a crash before that loses it.
 */
export const unsyncedCommit = "set_config('synchronous_commit', 'off', true)";

export interface Call<Input> {
  readonly tenantId: string;
  readonly input: Input;
  /** Set for writes of workers: writes of requests go first. */
  readonly isBackground?: boolean;
}

/** A kind of work that a commit may add. Workers of this process that listen for it look for work at once. */
export type Topic = string;

interface BaseStatement<Input, Output> {
  readonly name: string;
  /** Set for statements that look at the rows of all tenants: SystemDb.run accepts no others. */
  readonly scope?: 'system';
  sqlite(db: Sqlite, call: Call<Input>): Output;
  /** Answers every call, in their order. */
  postgres(db: Postgres, calls: readonly Call<Input>[]): Promise<readonly Output[]>;
}

export interface ReadStatement<Input, Output> extends BaseStatement<Input, Output> {
  readonly access: 'read';
  /** Set where the rows stay locked until the end of the transaction. */
  readonly locks?: true;
  /** Calls of one tenant with the same key in one turn run once and share the result. */
  sameAs?(input: Input): string;
}

export interface WriteStatement<Input, Output> extends BaseStatement<Input, Output> {
  readonly access: 'write';
  /** One SQL statement on Postgres: alone it needs no transaction around it. */
  readonly atomic?: boolean;
  /** The kinds of work that it has added: after the commit the workers of this process look for them. */
  wakes?(output: Output): readonly Topic[];
  /** Of the calls of one tenant with the same key in one batch, only the first runs. */
  readonly repeated?: {
    key(input: Input): string | undefined;
    answer(first: { readonly input: Input; readonly output: Output }, input: Input): Output;
  };
}

export type Statement<Input, Output> = ReadStatement<Input, Output> | WriteStatement<Input, Output>;

export type SystemStatement<Input, Output> = Statement<Input, Output> & {
  readonly scope: 'system';
};

export function postgresConnection(client: Client): Postgres {
  return {
    async rows<Row>(name: string, text: string, values: readonly unknown[]) {
      const result = await client.query({ name, text, values: values as unknown[] });
      return result.rows as Row[];
    },
  };
}
