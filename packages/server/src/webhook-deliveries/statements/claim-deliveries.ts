import { webhookLimits } from '@parley/contract/schemas';
import type { StoredDelivery } from '@parley/domain';
import {
  databaseMs,
  oneByOne,
  type Postgres,
  type Sqlite,
  type SystemStatement,
  unsyncedCommit,
} from '../../db/statement.ts';
import { lookAhead, lookBack } from '../../jobs/statements/look-ahead.ts';
import { writeLeaseSql, writeLeases } from '../leases.ts';

// Endpoints that are ready take turns, the longest ready one first, and each gives no more deliveries than may be in
// flight to it. The statement does not read endpoints that are not ready (too many in flight, throttled, failing,
// disabled, nothing due): `ready_at` of the lane shows this. A claim writes only lanes. Deliveries become ready, and
// end, only under the lock of their lane.

export interface ClaimDeliveriesInput {
  /**
   * The maximum number of deliveries to claim. The number of endpoints in the claim follows from it: see `laneCounts`.
   */
  limit: number;
  leaseToken: string;
  leaseMs: number;
}

/**
 * A delivery whose next attempt is due. `attempts` counts all attempts, this one included. `seriesAttempts` counts
 * those since the last redelivery or replay.
 */
export interface ClaimedDelivery
  extends Pick<
    StoredDelivery,
    'id' | 'endpointId' | 'eventId' | 'trigger' | 'attempts' | 'seriesAttempts' | 'dueMs'
  > {
  readonly tenantId: string;
  /** The version of the endpoint lane. Cached endpoint data of an older version must not be used. */
  readonly version: number;
  /** The body of the event; null when the event is no longer kept. */
  readonly body: string | null;
}

export const claimDeliveries: SystemStatement<ClaimDeliveriesInput, readonly ClaimedDelivery[]> = {
  name: 'claim-deliveries',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite: (db, { input }) => claimFromSqlite(db, input),
  postgres: oneByOne((db, { input }) => claimFromPostgres(db, input)),
};

/** Returns the maximum number of endpoints of one claim. */
export function lanesOf(limit: number): number {
  return laneCounts.find((count) => count * webhookLimits.concurrency <= limit) ?? 1;
}

/** The numbers of endpoints that one claim can have. Each number has a separate statement on Postgres. */
const laneCounts = [50, 20, 8, 3, 1] as const;

interface Lane {
  tenant_id: string;
  endpoint_id: string;
  version: number;
  leases: string;
  room: number;
  spacing_us: number | null;
}

const columns = `id, event_id as "eventId", trigger, attempts + 1 as attempts,
  series_attempts + 1 as "seriesAttempts", due_at as "dueMs"`;

function claimFromSqlite(db: Sqlite, input: ClaimDeliveriesInput): ClaimedDelivery[] {
  const { limit, leaseToken: token, leaseMs } = input;
  const nowMs = Date.now();
  // The rows have the columns that are selected: better-sqlite3 does not know their types.
  const lanes = db
    .prepare(
      `select tenant_id, endpoint_id, version, leases, spacing_us,
         min(max_in_flight - in_flight, coalesce(burst, max_in_flight)) as room
       from webhook_lanes where ready_at <= ? order by ready_at limit +?`,
    )
    .all(nowMs, lanesOf(limit)) as Lane[];
  const waiting = db.prepare(
    `select ${columns} from deliveries
     where tenant_id = ? and endpoint_id = ? and status = 'ready' and instr(?, id) = 0
     order by due_at, id limit ${webhookLimits.concurrency + 1}`,
  );
  const bodyOf = db.prepare('select body from events where tenant_id = ? and id = ?').pluck();
  const advance = db.prepare(
    `update webhook_lanes set in_flight = in_flight + ?, leases = leases || ?, next_due = ?,
       throttled_until = ?
     where tenant_id = ? and endpoint_id = ?`,
  );
  const claimed: ClaimedDelivery[] = [];
  for (const { tenant_id: tenantId, endpoint_id: endpointId, version, room, ...lane } of lanes) {
    const rows = waiting.all(tenantId, endpointId, lane.leases) as Waiting[];
    const due = rows.filter(({ dueMs }, index) => index < room && dueMs <= nowMs);
    for (const row of due) {
      const body = bodyOf.get(tenantId, row.eventId) as string | undefined;
      const { id, eventId, trigger, attempts, seriesAttempts, dueMs } = row;
      // Copied field by field: spreading a row of better-sqlite3 costs as much as reading it.
      claimed.push({
        tenantId,
        id,
        endpointId,
        eventId,
        trigger,
        attempts,
        seriesAttempts,
        dueMs,
        version,
        body: body ?? null,
      });
    }
    const until = nowMs + leaseMs;
    const leases = writeLeases(due.map(({ id: deliveryId }) => ({ deliveryId, until, token })));
    const throttled = nowMs + Math.ceil(((lane.spacing_us ?? 0) * due.length) / 1_000);
    const next = rows[due.length]?.dueMs ?? null;
    advance.run(due.length, leases, next, throttled, tenantId, endpointId);
  }
  return claimed;
}

type Waiting = Omit<ClaimedDelivery, 'tenantId' | 'endpointId' | 'version' | 'body'>;

async function claimFromPostgres(
  db: Postgres,
  { limit, leaseToken, leaseMs }: ClaimDeliveriesInput,
): Promise<ClaimedDelivery[]> {
  const lanes = lanesOf(limit);
  const name = `claim-deliveries-${lanes}`;
  return await db.rows<ClaimedDelivery>(name, claimSql(lanes), [leaseToken, leaseMs]);
}

// The statement sees the database as of its start, but the locked lanes as they are now. It skips lanes that changed in
// between; for the others both agree. It always sets `throttled_until`, which puts a lane behind those that have waited
// longer. The commit need not be synced to disk: a claim that is lost in a crash is made again, and its worker cannot
// record a result. Both limits are constants: with a parameter, Postgres would read and sort all waiting deliveries.
const claimSql = (lanes: number) => `
  with moment as materialized (
    select ${databaseMs} as ms,
      ${unsyncedCommit}
  ), locked as materialized (
    select l.tenant_id, l.endpoint_id, l.version, l.leases, l.spacing_us, l.xmin as written_by,
      least(l.max_in_flight - l.in_flight, l.burst) as room
    from webhook_lanes l
    where l.ready_at <= (select ms from moment)
    order by l.ready_at limit ${lanes}
    for no key update skip locked
  ), picked as materialized (
    select l.tenant_id, l.endpoint_id, l.version, l.spacing_us, d.*,
      coalesce(d.place <= l.room and d."dueMs" <= (select ms from moment), false) as is_taken
    from locked l
    left join lateral (
      select d.*, row_number() over (order by d."dueMs", d.id) as place
      from (
        select ${columns} from deliveries d
        where d.tenant_id = l.tenant_id and d.endpoint_id = l.endpoint_id and d.status = 'ready'
          and strpos(l.leases, d.id) = 0
        order by d.due_at, d.id
        limit ${webhookLimits.concurrency + 1}
      ) d
    ) d on true
    where l.written_by = (
      select seen.xmin from webhook_lanes seen
      where seen.tenant_id = l.tenant_id and seen.endpoint_id = l.endpoint_id)
  ), advanced as (
    update webhook_lanes l set in_flight = l.in_flight + p.taken, leases = l.leases || p.leases,
      next_due = p.next_due, throttled_until = (select ms from moment) + p.pause_ms
    from (
      select p.tenant_id, p.endpoint_id, count(*) filter (where p.is_taken) as taken,
        coalesce(string_agg(${writeLeaseSql('p.id', '((select ms from moment) + $2::bigint)', '$1')}, ''
          order by p.place) filter (where p.is_taken), '') as leases,
        min(p."dueMs") filter (where not p.is_taken) as next_due,
        ceil(coalesce(p.spacing_us, 0) * count(*) filter (where p.is_taken) / 1000.0)::bigint as pause_ms
      from picked p
      group by p.tenant_id, p.endpoint_id, p.spacing_us
    ) p
    where l.tenant_id = p.tenant_id and l.endpoint_id = p.endpoint_id
  )
  select p.tenant_id as "tenantId", p.id, p.endpoint_id as "endpointId", p."eventId", p.trigger, p.attempts,
    p."seriesAttempts", p."dueMs", p.version, e.body
  from picked p
  left join lateral (
    select e.body from events e where e.tenant_id = p.tenant_id and e.id = p."eventId" limit 1
  ) e on true
  where p.is_taken`;

export const nextDeliveryIn = lookAhead(
  'next-delivery-in',
  () => `select exists (select 1 from webhook_lanes where ready_at <= (select ms from moment)) as "isDue",
     (select min(ready_at) from webhook_lanes where ready_at > (select ms from moment)) as "nextAt"`,
);

export const oldestDeliveryMs = lookBack(
  'oldest-delivery',
  () =>
    `select oldest.* from (
       select name, (select min(ready_at) from webhook_lanes where ready_at <= (select ms from moment)) as "dueAt" from wanted
     ) as oldest where "dueAt" is not null`,
);
