import { Turns } from '@parley/search';
import { perCall, type ReadStatement } from './statement.ts';
import type { TenantDb } from './tenant-db.ts';

/**
 * The time between two signs of life of a transaction, in milliseconds. Postgres ends the session of a transaction that
 * sends nothing for 5 seconds.
 */
const signMs = 1_000;

/** Pauses of long work in a transaction. Its session stays alive, however long the work takes on a busy machine. */
export class TurnsInTransaction extends Turns {
  readonly #db: TenantDb;
  #signedAt = performance.now();

  constructor(db: TenantDb) {
    super();
    this.#db = db;
  }

  override async pause(): Promise<void> {
    await super.pause();
    if (performance.now() - this.#signedAt < signMs) return;
    this.#signedAt = performance.now();
    await this.#db.run(stillWorking, null);
  }
}

const stillWorking: ReadStatement<null, void> = {
  name: 'still-working',
  access: 'read',
  sqlite() {},
  postgres: perCall(async (db) => {
    await db.rows('still-working', 'select 1', []);
  }),
};
