import type { Database } from './database.ts';
import { ping } from './health.ts';
import type { SystemStatement, Topic } from './statement.ts';
import { TenantDb } from './tenant-db.ts';

/** System statements look at the rows of all tenants. */
const noTenant = '';

/** Queries before a tenant is known: the statements declared as `scope: 'system'`. */
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

  /** The quota of API keys without their own. */
  get defaultQuota() {
    return this.#database.defaultQuota;
  }

  /** The only way to a TenantDb. Called where a tenant is admitted: scripts/gates/rules.mjs names these places. */
  forTenant(tenantId: string): TenantDb {
    return new TenantDb(this.#database, tenantId, { isBackground: this.#isBackground });
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

  /** Calls the listener after each commit of this process that added work of this kind; returns how to stop that. */
  onWork(topic: Topic, listener: () => void): () => void {
    return this.#database.onWork(topic, listener);
  }

  /** Has the workers of this process look for work that another process has added. */
  wake(topics: Iterable<Topic>): void {
    this.#database.wake(topics);
  }

  /** Answers within a second, or the database is not fit to serve. */
  async ping(): Promise<boolean> {
    return await ping(this.#database);
  }
}
