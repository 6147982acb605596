import type { Database } from './database.ts';
import { ping } from './health.ts';
import { workChannel } from './listen-for-work.ts';
import type { SystemStatement, Topic } from './statement.ts';
import { noTenant, TenantDb } from './tenant-db.ts';

/** A command of Postgres that tends a table. */
export type TendingCommand = `${'analyze' | 'vacuum'} ${string}`;

/**
 * Runs queries before the tenant is known. Accepts only statements with `scope: 'system'`, and commands that tend tables.
 */
export class SystemDb {
  readonly #database: Database;
  readonly #isBackground: boolean;

  constructor(database: Database, { isBackground = false } = {}) {
    this.#database = database;
    this.#isBackground = isBackground;
  }

  /** Returns the same database for a worker: its writes wait for writes of requests. */
  inBackground(): SystemDb {
    return new SystemDb(this.#database, { isBackground: true });
  }

  get dialect() {
    return this.#database.dialect;
  }

  /** The quota of API keys that have none of their own. */
  get defaultQuota() {
    return this.#database.defaultQuota;
  }

  /**
   * Returns the data of a tenant: the only way to a TenantDb. Call it only where a tenant is admitted;
   * scripts/gates/rules.mjs checks the callers.
   */
  forTenant(tenantId: string): TenantDb {
    return new TenantDb(this.#database, tenantId, { isBackground: this.#isBackground });
  }

  /** Returns the rows of the installation itself: they have no tenant. */
  get installation(): TenantDb {
    return this.forTenant(noTenant);
  }

  async run<Input, Output>(
    statement: SystemStatement<Input, Output>,
    input: NoInfer<Input>,
  ): Promise<Output> {
    return await this.#database.run(statement, {
      tenantId: noTenant,
      input,
      isBackground: this.#isBackground,
    });
  }

  /**
   * Runs a command that tends a table, which may take seconds. Takes no connection from batches. Postgres refuses a vacuum
   * in a transaction.
   */
  async tend(command: TendingCommand): Promise<void> {
    await this.#database.tend(command);
  }

  /**
   * Calls the listener after each commit of this process that added work of this topic. Returns a function that removes
   * the listener.
   */
  onWork(topic: Topic, listener: () => void): () => void {
    return this.#database.onWork(topic, listener);
  }

  /** Makes the workers of other processes on this Postgres look for work of these topics. */
  async announce(topics: readonly Topic[]): Promise<void> {
    await this.#database.tend(`notify ${workChannel}, '${topics.join(' ')}'`);
  }

  /** Makes the workers of this process look for work that another process has added. */
  wake(topics: Iterable<Topic>): void {
    this.#database.wake(topics);
  }

  /** Resolves when the database responds within a second; rejects when the database cannot serve requests. */
  async ping(): Promise<boolean> {
    return await ping(this.#database);
  }
}
