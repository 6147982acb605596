import { RunAgainError } from './failures.ts';
import type { Sqlite, WriteStatement } from './statement.ts';
import type { Outcome } from './turn-batch.ts';

export interface Write {
  // Callers keep the types: GroupCommit pairs each statement with its own input and output.
  readonly statement: WriteStatement<unknown, unknown>;
  readonly call: Parameters<WriteStatement<unknown, unknown>['sqlite']>[1];
}

/** A transaction of a caller, inside the transaction of the batch; returns whether it is kept. Never rejects. */
export type Section = (db: Sqlite) => Promise<boolean>;

/** Writes all units of work in the open transaction, and commits. A unit that fails is undone alone. */
export async function writeBatch(
  db: Sqlite,
  writes: readonly Write[],
  sections: readonly Section[],
): Promise<readonly Outcome<unknown>[]> {
  try {
    const outcomes = writeTogether(db, writes) ?? writes.map((write) => writeApart(db, write));
    for (const section of sections) await enter(db, section);
    db.prepare('COMMIT').run();
    return outcomes;
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
 * Undefined, and nothing written, when one of them fails: the transaction begins anew. A savepoint for each would cost
 * as much as a row, and one for all a copy of every page that they change.
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

/** SQLite itself rolls everything back when the disk is full, for example: then the whole batch has failed. */
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
