import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Quota } from '@parley/contract/schemas';
import type { Knex } from 'knex';
import { makeFolderSync } from '../make-folder.ts';
import { lostAdvice, SealError } from '../sealing.ts';
import { Checkpoints } from './checkpoints.ts';
import {
  type Connection,
  type Dialect,
  type Driver,
  postgresDriver,
  sqliteDriver,
} from './driver.ts';
import { isReadOnly, noteOutage, repairedMs, storageFailure } from './failures.ts';
import { GroupCommit } from './group-commit.ts';
import { requireFileOfLog, requireOwnFile } from './own-file.ts';
import { openPostgres } from './postgres.ts';
import { ReadBatches } from './read-batches.ts';
import { openSqlite } from './sqlite.ts';
import type { Call, Sqlite, Statement, Topic } from './statement.ts';
import type { Transaction } from './transaction.ts';
import { Transactions } from './transactions.ts';

export interface DatabaseOptions {
  /** The URL of a Postgres database. When absent, the database is SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize?: number;
  acquireTimeoutMs?: number;
  /** The limit for an answer of Postgres, in milliseconds: see PostgresOptions. */
  answerTimeoutMs?: number | undefined;
  /** The quota of API keys that have none of their own. */
  defaultQuota: Quota;
  /** The keys that sign cursors. The first one signs; all of them verify. */
  cursorSecrets: readonly Uint8Array[];
  /** The keys of the hashes of suppressed addresses, if they are not read from the database. */
  suppressionKeys?: readonly Uint8Array[];
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'parley.db');

/**
 * The one database object of the process. Only code in db/ may use all of it; other code gets a SystemDb or a TenantDb.
 */
export class Database {
  readonly dialect: Dialect;
  /** The connections for reads: on SQLite a second, read-only connection; on Postgres the pool of the writes. */
  readonly reader: Knex;
  readonly writer: Knex;
  readonly defaultQuota: Quota;
  readonly cursorSecrets: readonly Uint8Array[];
  #suppressionKeys: readonly Uint8Array[] | undefined;
  readonly #driver: Driver;
  readonly #groupCommit: GroupCommit;
  readonly #reads: ReadBatches;
  readonly #transactions: Transactions;
  readonly #checkpoints = new Checkpoints();
  /** The connections for prepared reads: on Postgres a separate pool. */
  readonly #readStatements: Knex;
  readonly #writeStatements: Knex;
  readonly #listeners = new Map<Topic, Set<() => void>>();
  #readConnection: Connection;
  /** Whether the last write failed because of the disk, or because Postgres is read-only. */
  #cannotStore = false;
  /** When a part of the database could last not be read, or was refused, in milliseconds. */
  #damagedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: DatabaseOptions) {
    const acquireTimeoutMs = options.acquireTimeoutMs ?? 5_000;
    this.cursorSecrets = options.cursorSecrets;
    this.#suppressionKeys = options.suppressionKeys;
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
      makeFolderSync(options.dataDir);
      requireFileOfLog(sqliteFile(options.dataDir));
      // SQLite gives its log and the index of the log the same permissions as the database file.
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
      connections: this.#writeStatements.client.pool.max,
      withPatientConnection: (work) => this.#withConnection(this.writer, work),
      wake: (topics) => this.wake(topics),
      afterCommit: (connection) => this.#checkpoints.afterCommit(connection),
    });
    this.#transactions = new Transactions({
      driver: this.#driver,
      groupCommit: this.#groupCommit,
      pool: this.writer.client,
      connections: this.writer.client.pool.max,
      wake: (topics) => this.wake(topics),
    });
  }

  /** The keys of the hashes of suppressed addresses. Throws a SealError unless suppressions/keys.ts has decrypted them. */
  get suppressionKeys(): readonly Uint8Array[] {
    if (this.#suppressionKeys) return this.#suppressionKeys;
    throw new SealError(
      `The keys of suppressions are not decrypted: ${lostAdvice}. The first start of \`parley serve\` or \`parley worker\` creates them`,
    );
  }

  set suppressionKeys(keys: readonly Uint8Array[]) {
    this.#suppressionKeys = keys;
  }

  async run<Input, Output>(
    statement: Statement<Input, Output>,
    call: Call<Input>,
    tx?: Transaction,
  ): Promise<Output> {
    if (!call.isBackground) this.#groupCommit.noteRequest();
    const isPlain = statement.access === 'read' && !statement.locks;
    if (tx && !(isPlain && tx.isUntouched)) {
      return await this.#transactions.inside(tx, statement, call);
    }
    try {
      if (statement.access === 'write') return await this.#groupCommit.submit(statement, call);
      if (this.dialect === 'postgres' || statement.sameAs) {
        return await this.#reads.submit(statement, call);
      }
      this.#readConnection ??= await this.#withConnection(this.reader, async (held) => held);
      const [output] = await this.#driver.run(this.#readConnection, statement, [call]);
      return output as Output;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /**
   * Runs work in a transaction. After a deadlock, or when a row has changed since it was read, rolls back and runs the
   * work again.
   */
  async transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    options: Pick<Transaction, 'tenantId' | 'isBackground'>,
  ): Promise<T> {
    try {
      return await this.#transactions.run(work, options);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /**
   * Runs work in a part of a transaction: a failure undoes only that part. A write that waits for the end of the
   * transaction may find only then that its unique value is taken. It does not wait when a query has run under a lock
   * before.
   */
  async savepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
    return await this.#transactions.savepoint(tx, work);
  }

  /** Runs a command of Postgres outside of batches and transactions. */
  async tend(command: string): Promise<void> {
    try {
      await this.writer.raw(command);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /**
   * Calls the listener after each commit of this process that added work of this topic. Returns a function that removes
   * the listener.
   */
  onWork(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Calls the listeners of these topics, because a commit of this or another process has added work. */
  wake(topics: Iterable<Topic>): void {
    for (const topic of topics) {
      for (const listener of this.#listeners.get(topic) ?? []) listener();
    }
  }

  /**
   * Sends a query through every connection pool that requests use. Rejects when a pool does not answer, when the last
   * write failed because the disk or Postgres accepts no writes, or when the file of SQLite was moved. Also rejects for
   * a minute after a part of the database could not be read, or the role was refused.
   */
  async ping(): Promise<void> {
    await Promise.all([...this.#pools()].map((pool) => pool.raw('select 1')));
    if (performance.now() - this.#damagedAtMs < repairedMs) {
      throw new Error('a part of the database cannot be used');
    }
    if (this.dialect === 'sqlite') {
      await this.#withConnection(this.writer, async (held) => requireOwnFile(held as Sqlite));
    }
    if (!this.#cannotStore) return;
    await tryToWrite(this.writer);
    this.#cannotStore = false;
  }

  async close(): Promise<void> {
    await this.#checkpoints.close();
    for (const pool of this.#pools()) await pool.destroy();
  }

  /**
   * Returns the pools, the writer last: when the last connection to SQLite closes, it copies the log into the database
   * file.
   */
  #pools(): Set<Knex> {
    return new Set([this.#readStatements, this.reader, this.#writeStatements, this.writer]);
  }

  #note(error: unknown): void {
    noteOutage(error);
    const failure = storageFailure(error);
    if (failure === 'disk' || isReadOnly(error)) this.#cannotStore = true;
    else if (failure !== undefined) this.#damagedAtMs = performance.now();
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

/** Checks that the disk has room: writes 64 kB and removes them, in one transaction. */
async function tryToWrite(writer: Knex): Promise<void> {
  const name = 'try to write';
  await writer.transaction(async (trx) => {
    await trx('schema_migrations').insert({
      name,
      applied_at: randomBytes(32_768).toString('hex'),
    });
    await trx('schema_migrations').where({ name }).delete();
  });
}
