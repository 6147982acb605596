import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Quota } from '@parley/contract/schemas';
import type { Knex } from 'knex';
import {
  type Connection,
  type Dialect,
  type Driver,
  postgresDriver,
  sqliteDriver,
} from './driver.ts';
import { isDeadlock } from './failures.ts';
import { GroupCommit } from './group-commit.ts';
import { openPostgres } from './postgres.ts';
import { ReadBatches } from './read-batches.ts';
import { openSqlite } from './sqlite.ts';
import type { Call, Statement, Topic } from './statement.ts';
import { Transaction } from './transaction.ts';

export interface DatabaseOptions {
  /** Postgres when set, else SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize?: number;
  acquireTimeoutMs?: number;
  /** On Postgres; see PostgresOptions. */
  answerTimeoutMs?: number | undefined;
  /** Quota of the keys that have none of their own. */
  defaultQuota: Quota;
  /** Secrets that cursors are signed with: the first signs, all of them verify. */
  cursorSecrets: readonly Uint8Array[];
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'parley.db');

const maxAttempts = 3;

/** The one database of this process. Only db/ sees it whole; others hold a SystemDb or a TenantDb. */
export class Database {
  readonly dialect: Dialect;
  /** On SQLite a second, read-only connection; on Postgres the same pool. */
  readonly reader: Knex;
  readonly writer: Knex;
  readonly defaultQuota: Quota;
  readonly cursorSecrets: readonly Uint8Array[];
  readonly #driver: Driver;
  readonly #groupCommit: GroupCommit;
  readonly #reads: ReadBatches;
  /** On Postgres a pool of their own. */
  readonly #readStatements: Knex;
  readonly #writeStatements: Knex;
  readonly #listeners = new Map<Topic, Set<() => void>>();
  #readConnection: Connection;

  constructor(options: DatabaseOptions) {
    const acquireTimeoutMs = options.acquireTimeoutMs ?? 5_000;
    this.cursorSecrets = options.cursorSecrets;
    this.defaultQuota = options.defaultQuota;
    if (options.databaseUrl) {
      this.dialect = 'postgres';
      this.#driver = postgresDriver;
      const { queries, statements } = openPostgres({
        connectionString: options.databaseUrl,
        poolSize: options.poolSize ?? 10,
        acquireTimeoutMs,
        answerTimeoutMs: options.answerTimeoutMs,
      });
      this.writer = queries;
      this.reader = queries;
      this.#readStatements = statements;
      this.#writeStatements = statements;
    } else {
      mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
      // Its log and its index of the log get the permissions that SQLite finds on the file.
      closeSync(openSync(sqliteFile(options.dataDir), 'a', 0o600));
      this.dialect = 'sqlite';
      this.#driver = sqliteDriver;
      const { writer, reader } = openSqlite({
        filename: sqliteFile(options.dataDir),
        busyTimeoutMs: 100,
        acquireTimeoutMs,
      });
      this.writer = writer;
      this.reader = reader;
      this.#readStatements = reader;
      this.#writeStatements = writer;
    }
    this.#reads = new ReadBatches(this.#driver, (work) =>
      this.#withConnection(this.#readStatements, work),
    );
    this.#groupCommit = new GroupCommit({
      driver: this.#driver,
      withConnection: (work) => this.#withConnection(this.#writeStatements, work),
      withPatientConnection: (work) => this.#withConnection(this.writer, work),
      wake: (topics) => this.#wake(topics),
    });
  }

  async run<Input, Output>(
    statement: Statement<Input, Output>,
    call: Call<Input>,
    tx?: Transaction,
  ): Promise<Output> {
    if (tx) {
      const [output] = await this.#driver.run(tx.connection, statement, [call]);
      // Every statement answers each of its calls; undefined may itself be the answer.
      const answer = output as Output;
      if (statement.access === 'write') this.#wakeAfter(tx, statement.wakes?.(answer));
      return answer;
    }
    if (statement.access === 'write') return await this.#groupCommit.submit(statement, call);
    if (this.dialect === 'postgres' || statement.sameAs) {
      return await this.#reads.submit(statement, call);
    }
    this.#readConnection ??= await this.#withConnection(this.reader, async (held) => held);
    const [output] = await this.#driver.run(this.#readConnection, statement, [call]);
    return output as Output;
  }

  /** Runs work in a transaction; when it loses a deadlock it is rolled back and run again. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attemptTransaction(work);
      } catch (error) {
        if (!isDeadlock(error) || attempt >= maxAttempts) throw error;
      }
    }
  }

  /** Joins the transaction: what fails inside is undone alone. */
  async savepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
    const name = tx.nextSavepoint();
    const forget = tx.mark();
    await this.#driver.execute(tx.connection, `SAVEPOINT ${name}`);
    try {
      const result = await work();
      await this.#driver.execute(tx.connection, `RELEASE SAVEPOINT ${name}`);
      return result;
    } catch (error) {
      forget();
      await this.#driver.execute(tx.connection, `ROLLBACK TO SAVEPOINT ${name}`).catch(() => {});
      throw error;
    }
  }

  /** Calls the listener after each commit of this process that added work of this kind; returns how to stop that. */
  onWork(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Asks through every pool that requests use; rejects when one of them has no answer. */
  async ping(): Promise<void> {
    await Promise.all([...this.#pools()].map((pool) => pool.raw('select 1')));
  }

  async close(): Promise<void> {
    for (const pool of this.#pools()) await pool.destroy();
  }

  /** The writer last: only it can bring SQLite's log into the database file as it closes. */
  #pools(): Set<Knex> {
    return new Set([this.#readStatements, this.reader, this.#writeStatements, this.writer]);
  }

  async #attemptTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let afterCommit: readonly (() => void)[] = [];
    const result = await this.#withConnection(this.writer, async (connection) => {
      const tx = new Transaction(connection);
      await this.#driver.begin(connection);
      try {
        const done = await work(tx);
        if (tx.deferred.length > 0) await this.#runDeferred(tx);
        await this.#driver.execute(connection, 'COMMIT');
        afterCommit = tx.afterCommit;
        return done;
      } catch (error) {
        // The connection may be gone; the first error is the one that tells.
        await this.#driver.execute(connection, 'ROLLBACK').catch(() => {});
        throw error;
      }
    });
    for (const callback of afterCommit) callback();
    return result;
  }

  async #runDeferred(tx: Transaction): Promise<void> {
    for (const { statement, calls } of tx.deferredCalls()) {
      const outputs = await this.#driver.run(tx.connection, statement, calls);
      for (const output of outputs) this.#wakeAfter(tx, statement.wakes?.(output));
    }
  }

  #wakeAfter(tx: Transaction, topics: readonly Topic[] = []): void {
    if (topics.length > 0) tx.afterCommit.push(() => this.#wake(topics));
  }

  #wake(topics: Iterable<Topic>): void {
    for (const topic of topics) {
      for (const listener of this.#listeners.get(topic) ?? []) listener();
    }
  }

  async #withConnection<T>(pool: Knex, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection: Connection = await pool.client.acquireConnection();
    try {
      return await work(connection);
    } finally {
      pool.client.releaseConnection(connection);
    }
  }
}
