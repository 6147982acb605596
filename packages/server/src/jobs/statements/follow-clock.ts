import type { Postgres, Sqlite, SystemStatement } from '../../db/statement.ts';
import { readLeases, writeLeases } from '../../webhook-deliveries/leases.ts';

// Work waits for a time of the database's clock. When that clock steps back, everything that was due at once would wait
// until the same time comes again. So the times are moved back with it, by the first worker that notices.

export interface Clock {
  readonly nowMs: number;
  /** How far the clock has stepped back since a worker last read it, in milliseconds; 0 when it has not. */
  readonly steppedBackMs: number;
}

/** The largest step back of the clock that is ignored, in milliseconds. Work then waits longer by this time. */
const toleratedMs = 2_000;
/** The interval at which the time of the clock is stored, in milliseconds. */
const notedEveryMs = 10_000;

/** The result of reading the clock. */
export interface ClockReading {
  readonly nowMs: number;
  /** Whether the clock has stepped back, or the stored time is old, so that `followClock` must write. */
  readonly isDue: boolean;
}

/** Reads the clock without writing. */
export const readClock: SystemStatement<null, ClockReading> = {
  name: 'read-clock',
  scope: 'system',
  access: 'read',
  sqlite: (db) => readingOf({ nowMs: Date.now(), seenMs: seenOnSqlite(db) }),
  async postgres(db, calls) {
    const reading = readingOf(await seenOnPostgres(db, 'read-clock', ''));
    return calls.map(() => reading);
  },
};

/** Stores the time. If the clock has stepped back, moves the due times that are now too late. */
export const followClock: SystemStatement<null, Clock> = {
  name: 'follow-clock',
  scope: 'system',
  access: 'write',
  wakes: ({ steppedBackMs }) => (steppedBackMs > 0 ? ['jobs', 'deliveries'] : []),
  sqlite(db) {
    const nowMs = Date.now();
    const seenMs = seenOnSqlite(db);
    const steppedBackMs = stepOf(seenMs, nowMs);
    if (steppedBackMs > 0) moveOnSqlite(db, nowMs, steppedBackMs);
    if (readingOf({ nowMs, seenMs }).isDue) {
      db.prepare('update clock set seen_ms = ?').run(nowMs);
    }
    return { nowMs, steppedBackMs };
  },
  async postgres(db, calls) {
    const { nowMs, seenMs } = await seenOnPostgres(db, 'lock-clock', 'for update');
    const steppedBackMs = stepOf(seenMs, nowMs);
    if (steppedBackMs > 0) await moveOnPostgres(db, nowMs, steppedBackMs);
    if (readingOf({ nowMs, seenMs }).isDue) {
      await db.rows('write-clock', 'update clock set seen_ms = $1', [nowMs]);
    }
    return calls.map(() => ({ nowMs, steppedBackMs }));
  },
};

interface Seen {
  readonly nowMs: number;
  readonly seenMs: number;
}

function seenOnSqlite(db: Sqlite): number {
  // The migration has created the only row.
  return db.prepare('select seen_ms from clock').pluck().get() as number;
}

async function seenOnPostgres(db: Postgres, name: string, lock: string): Promise<Seen> {
  const [seen] = await db.rows<Seen>(
    name,
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs", seen_ms as "seenMs"
     from clock ${lock}`,
    [],
  );
  if (!seen) throw new Error('the table clock has no row');
  return seen;
}

function readingOf({ nowMs, seenMs }: Seen): ClockReading {
  return { nowMs, isDue: stepOf(seenMs, nowMs) > 0 || nowMs - seenMs > notedEveryMs };
}

function stepOf(seenMs: number, nowMs: number): number {
  return seenMs - nowMs > toleratedMs ? seenMs - nowMs : 0;
}

/**
 * Returns the statements that move the due times back with the clock, but not to before now. Endpoint lanes are first,
 * because their lock prevents claims of their deliveries. The ends of snoozes stay, because they are times that users
 * chose.
 */
function movesOf(
  now: string,
  step: string,
  later: 'max' | 'greatest',
  messageId: string,
): string[] {
  const moved = (column: string, at = now, by = step) =>
    `${column} = case when ${column} > ${at} then ${later}(${at}, ${column} - ${by}) else ${column} end`;
  const columns = (...names: string[]) => names.map((name) => moved(name)).join(', ');
  return [
    `update webhook_lanes set ${columns('next_due', 'throttled_until', 'open_until', 'window_at')}`,
    `update deliveries set ${moved('due_at')} where status = 'ready' and due_at > ${now}`,
    `update jobs set ${moved('due_at')}
     where status = 'ready' and due_at > ${now} and name <> 'wake-conversation'`,
    `update jobs set ${moved('lease_until')} where status = 'leased'`,
    ...['channel_throttles', 'further_throttles'].map(
      (table) =>
        `update ${table} set ${moved('next_at_us', `1000 * cast(${now} as bigint)`, `1000 * cast(${step} as bigint)`)}`,
    ),
    `update conversations set ${moved('pair_next_at')} where pair_next_at > ${now}`,
    `update channels set ${moved('paused_until')} where paused_until > ${now}`,
    `update messages set ${columns('sending_at')}
     where (tenant_id, id) in (select tenant_id, ${messageId} from jobs where name = 'deliver-message')`,
  ];
}

interface LeasedLane {
  readonly tenant_id: string;
  readonly endpoint_id: string;
  readonly leases: string;
}

function moveOnSqlite(db: Sqlite, nowMs: number, stepMs: number): void {
  for (const sql of movesOf('@now', '@step', 'max', "json_extract(payload, '$.messageId')")) {
    db.prepare(sql).run({ now: nowMs, step: stepMs });
  }
  const lanes = db.prepare(leasedSql).all() as LeasedLane[];
  const write = db.prepare(
    'update webhook_lanes set leases = ? where tenant_id = ? and endpoint_id = ?',
  );
  for (const { tenant_id, endpoint_id, leases } of lanes) {
    write.run(movedLeases(leases, stepMs), tenant_id, endpoint_id);
  }
}

async function moveOnPostgres(db: Postgres, nowMs: number, stepMs: number): Promise<void> {
  const moves = movesOf(`${nowMs}`, `${stepMs}`, 'greatest', "payload::jsonb ->> 'messageId'");
  // The values are in the SQL, so it gets no name under which a connection would keep it.
  for (const sql of moves) await db.rows('', sql, []);
  const lanes = await db.rows<LeasedLane>('', leasedSql, []);
  await db.rows(
    '',
    `update webhook_lanes l set leases = moved.leases
     from unnest($1::text[], $2::text[], $3::text[]) as moved (tenant_id, endpoint_id, leases)
     where l.tenant_id = moved.tenant_id and l.endpoint_id = moved.endpoint_id`,
    [
      lanes.map((lane) => lane.tenant_id),
      lanes.map((lane) => lane.endpoint_id),
      lanes.map((lane) => movedLeases(lane.leases, stepMs)),
    ],
  );
}

// All of these rows are locked by now.
const leasedSql = `select tenant_id, endpoint_id, leases from webhook_lanes where leases <> ''`;

function movedLeases(leases: string, stepMs: number): string {
  return writeLeases(
    readLeases(leases).map((lease) => ({ ...lease, until: lease.until - stepMs })),
  );
}
