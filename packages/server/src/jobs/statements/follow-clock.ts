import {
  databaseMs,
  type Postgres,
  type Sqlite,
  type SystemStatement,
} from '../../db/statement.ts';
import { type Moving, moveSome, nothingMoved, type Sql, type SqlSteps } from './move-times.ts';

// Work waits for a time of the database's clock. When that clock steps back, everything that was due at once would wait
// until the same time comes again. So the times are moved back with it, by the first worker that notices.

export interface Clock {
  readonly nowMs: number;
  /** How far the clock has stepped back since a worker last read it, in milliseconds; 0 when it has not. */
  readonly steppedBackMs: number;
}

export interface FollowedClock extends Clock {
  /** Whether times were moved. */
  readonly hasMoved: boolean;
  /** Whether further times wait to be moved, so that `followClock` must run again. */
  readonly isMoving: boolean;
}

/** The largest step back of the clock that is ignored, in milliseconds. Work then waits longer by this time. */
const toleratedMs = 2_000;
/** The interval at which the time of the clock is stored, in milliseconds. */
const notedEveryMs = 10_000;

/** The result of reading the clock. */
export interface ClockReading {
  readonly nowMs: number;
  /**
   * Whether `followClock` must write: the clock has stepped back, times wait to be moved, or the stored time is old.
   */
  readonly isDue: boolean;
}

/** Reads the clock without writing. */
export const readClock: SystemStatement<null, ClockReading> = {
  name: 'read-clock',
  scope: 'system',
  access: 'read',
  sqlite: (db) => readingOf(seenOnSqlite(db)),
  async postgres(db, calls) {
    const reading = readingOf(await seenOnPostgres(db, 'read-clock', ''));
    return calls.map(() => reading);
  },
};

/**
 * Stores the time. If the clock has stepped back, moves a limited number of the due times that are now too late, and
 * stores how far it came. The next call continues, also in another process.
 */
export const followClock: SystemStatement<null, FollowedClock> = {
  name: 'follow-clock',
  scope: 'system',
  access: 'write',
  wakes: ({ hasMoved }) => (hasMoved ? ['jobs', 'deliveries'] : []),
  sqlite(db) {
    const steps = follow(seenOnSqlite(db), 'sqlite');
    for (let next = steps.next(); ; ) {
      if (next.done) return next.value;
      next = steps.next(runOnSqlite(db, next.value));
    }
  },
  async postgres(db, calls) {
    const steps = follow(await seenOnPostgres(db, 'lock-clock', 'for update'), 'postgres');
    for (let next = steps.next(); ; ) {
      if (next.done) {
        const followed = next.value;
        // Only one of the workers that noticed the step at the same time logs it.
        return calls.map((_, place) =>
          place === 0 ? followed : { ...followed, steppedBackMs: 0 },
        );
      }
      const { text, values = [] } = next.value;
      // Numbers are in the SQL, so it gets no name under which a connection would keep it.
      next = steps.next(await db.rows<object>('', text, values));
    }
  },
};

interface Seen {
  readonly nowMs: number;
  readonly seenMs: number;
  readonly moving: string | null;
}

function* follow(seen: Seen, dialect: 'sqlite' | 'postgres'): SqlSteps<FollowedClock> {
  const { nowMs } = seen;
  const steppedBackMs = seen.moving === null ? stepOf(seen) : 0;
  const before: Moving | null =
    seen.moving === null
      ? steppedBackMs > 0
        ? nothingMoved(steppedBackMs)
        : null
      : JSON.parse(seen.moving);
  if (!before) {
    if (readingOf(seen).isDue) yield { text: `update clock set seen_ms = ${nowMs}` };
    return { nowMs, steppedBackMs: 0, hasMoved: false, isMoving: false };
  }
  const after = yield* moveSome(before, { nowMs, dialect });
  const noted = steppedBackMs > 0 ? `seen_ms = ${nowMs}, ` : '';
  const values = [after && JSON.stringify(after)];
  yield {
    text: `update clock set ${noted}moving = ${dialect === 'sqlite' ? '@p1' : '$1'}`,
    values,
  };
  return { nowMs, steppedBackMs, hasMoved: true, isMoving: after !== null };
}

function runOnSqlite(db: Sqlite, { text, values = [], isRead }: Sql): object[] {
  const named = Object.fromEntries(values.map((value, place) => [`p${place + 1}`, value]));
  const statement = db.prepare(text);
  if (isRead) return statement.all(named) as object[];
  statement.run(named);
  return [];
}

function seenOnSqlite(db: Sqlite): Seen {
  const row = db.prepare('select seen_ms as seenMs, moving from clock').get();
  // The migration has created the only row.
  return { ...(row as Omit<Seen, 'nowMs'>), nowMs: Date.now() };
}

async function seenOnPostgres(db: Postgres, name: string, lock: string): Promise<Seen> {
  const [seen] = await db.rows<Seen>(
    name,
    `select ${databaseMs} as "nowMs", seen_ms as "seenMs", moving
     from clock ${lock}`,
    [],
  );
  if (!seen) throw new Error('the table clock has no row');
  return seen;
}

function readingOf(seen: Seen): ClockReading {
  const { nowMs, seenMs, moving } = seen;
  return { nowMs, isDue: moving !== null || stepOf(seen) > 0 || nowMs - seenMs > notedEveryMs };
}

function stepOf({ seenMs, nowMs }: Seen): number {
  return seenMs - nowMs > toleratedMs ? seenMs - nowMs : 0;
}
