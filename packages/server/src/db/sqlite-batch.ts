import { RunAgainError } from './failures.ts';
import type { Sqlite, WriteStatement } from './statement.ts';
import type { Outcome } from './turn-batch.ts';

export interface Write {
  // The batch stores statements without their types. GroupCommit pairs each statement with its own input and result.
  readonly statement: WriteStatement<unknown, unknown>;
  readonly call: Parameters<WriteStatement<unknown, unknown>['sqlite']>[1];
}

/**
 * A transaction of a caller inside the transaction of the batch. Returns whether its writes are kept. Never rejects.
 */
export type Section = (db: Sqlite) => Promise<boolean>;

/** The time after which a batch begins no further transaction of a caller, in milliseconds. */
const maxSectionsMs = 20;

/**
 * Writes all items in the open transaction, and commits. The writes of an item that fails are undone alone. Returns how
 * many sections it has entered: at least one, but not all if they take long, because other writes wait for the commit.
 */
export async function writeBatch(
  db: Sqlite,
  writes: readonly Write[],
  sections: readonly Section[],
): Promise<{ readonly outcomes: readonly Outcome<unknown>[]; readonly entered: number }> {
  try {
    const since = performance.now();
    const outcomes = writeTogether(db, writes) ?? writes.map((write) => writeApart(db, write));
    let entered = 0;
    for (const section of sections) {
      if (entered > 0 && performance.now() - since > maxSectionsMs) break;
      await enter(db, section);
      entered += 1;
    }
    db.prepare('COMMIT').run();
    return { outcomes, entered };
  } catch (error) {
    if (db.inTransaction) db.prepare('ROLLBACK').run();
    throw error;
  }
}

async function enter(db: Sqlite, section: Section): Promise<void> {
  db.prepare('SAVEPOINT item').run();
  const isKept = await section(db);
  requireTransaction(db, new RunAgainError('SQLite has rolled back the transaction of a batch'));
  if (!isKept) db.prepare('ROLLBACK TO item').run();
  db.prepare('RELEASE item').run();
}

/**
 * Runs all writes without savepoints. Returns undefined when one fails: then the transaction is rolled back and begins
 * again. A savepoint for each write would cost as much as a row; one for all would copy every changed page.
 */
function writeTogether(db: Sqlite, writes: readonly Write[]): Outcome<unknown>[] | undefined {
  const outcomes: Outcome<unknown>[] = [];
  for (const { statement, call } of writes) {
    const outcome = attempt(() => statement.sqlite(db, call));
    if ('error' in outcome) {
      requireTransaction(db, outcome.error);
      db.prepare('ROLLBACK').run();
      db.prepare('BEGIN IMMEDIATE').run();
      return undefined;
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

function writeApart(db: Sqlite, { statement, call }: Write): Outcome<unknown> {
  db.prepare('SAVEPOINT item').run();
  const outcome = attempt(() => statement.sqlite(db, call));
  if ('error' in outcome) {
    requireTransaction(db, outcome.error);
    db.prepare('ROLLBACK TO item').run();
  }
  db.prepare('RELEASE item').run();
  return outcome;
}

/**
 * Throws when SQLite has rolled back the whole transaction, for example because the disk is full: then the whole batch
 * has failed.
 */
function requireTransaction(db: Sqlite, error: unknown): void {
  if (!db.inTransaction) throw error;
}

export function attempt<Output>(work: () => Output): Outcome<Output> {
  try {
    return { output: work() };
  } catch (error) {
    return { error };
  }
}
