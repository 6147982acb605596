import type { Postgres, ReadStatement, Sqlite, WriteStatement } from '../statement.ts';

// Fair: the endpoints that are ready take turns, the longest ready one first, and each gives no more than may
// be in flight to it. What cannot be taken (too much in flight, throttled, failing, disabled, nothing due) is
// not looked at: `ready_at` of its lane says so. Deliveries become ready, and stop being leased, only under
// the lock of their lane.

export interface ClaimDeliveriesInput {
  limit: number;
  leaseToken: string;
  leaseMs: number;
}

export interface ClaimedDelivery {
  tenantId: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  trigger: 'scheduled' | 'manual';
  attempts: number;
  series_attempts: number;
  /** Of the lane: what is known of the endpoint by an older one is out of date. */
  version: number;
  /** Null when the event is no longer kept. */
  body: string | null;
}

export const claimDeliveries: WriteStatement<ClaimDeliveriesInput, readonly ClaimedDelivery[]> = {
  name: 'claim-deliveries',
  access: 'write',
  atomic: true,
  sqlite(db, { input }) {
    return claimFromSqlite(db, input);
  },
  async postgres(db, calls) {
    const claimed: (readonly ClaimedDelivery[])[] = [];
    for (const { input } of calls) claimed.push(await claimFromPostgres(db, input));
    return claimed;
  },
};

interface Lane {
  tenant_id: string;
  endpoint_id: string;
  version: number;
  room: number;
  spacing_us: number | null;
}

function claimFromSqlite(db: Sqlite, input: ClaimDeliveriesInput): ClaimedDelivery[] {
  const { limit, leaseToken, leaseMs } = input;
  const nowMs = Date.now();
  // The rows have the columns that are selected: better-sqlite3 does not know their types.
  const lanes = db
    .prepare(
      `select tenant_id, endpoint_id, version, spacing_us,
         min(max_in_flight - in_flight, coalesce(burst, max_in_flight)) as room
       from webhook_lanes where ready_at <= ? order by ready_at limit ?`,
    )
    .all(nowMs, limit) as Lane[];
  const share = Math.max(1, Math.floor(limit / Math.max(1, lanes.length)));
  const waiting = db.prepare(
    `select tenant_id as "tenantId", id, endpoint_id, event_id, trigger, attempts + 1 as attempts,
       series_attempts + 1 as series_attempts, due_at
     from deliveries where tenant_id = ? and endpoint_id = ? and status = 'ready'
     order by due_at, id limit ?`,
  );
  const lease = db.prepare(
    `update deliveries set status = 'leased', lease_token = ?, lease_until = ?, attempts = ?,
       series_attempts = ?
     where tenant_id = ? and id = ?`,
  );
  const bodyOf = db.prepare('select body from events where tenant_id = ? and id = ?').pluck();
  const advance = db.prepare(
    `update webhook_lanes set in_flight = in_flight + ?, next_due = ?, throttled_until = ?
     where tenant_id = ? and endpoint_id = ?`,
  );
  const claimed: ClaimedDelivery[] = [];
  for (const lane of lanes) {
    const room = Math.min(lane.room, share);
    const { tenant_id: tenantId, endpoint_id: endpointId, version } = lane;
    const rows = waiting.all(tenantId, endpointId, room + 1) as Waiting[];
    const isDue = ({ due_at }: Waiting, index: number) => index < room && due_at <= nowMs;
    const due = rows.filter(isDue);
    for (const { due_at: _dueAt, ...row } of due) {
      const { attempts, series_attempts: series } = row;
      lease.run(leaseToken, nowMs + leaseMs, attempts, series, tenantId, row.id);
      const body = bodyOf.get(tenantId, row.event_id) as string | undefined;
      claimed.push({ ...row, version, body: body ?? null });
    }
    const next = rows[due.length]?.due_at ?? null;
    const throttled = nowMs + Math.ceil(((lane.spacing_us ?? 0) * due.length) / 1_000);
    advance.run(due.length, next, throttled, tenantId, endpointId);
  }
  return claimed;
}

type Waiting = Omit<ClaimedDelivery, 'version' | 'body'> & { due_at: number };

async function claimFromPostgres(
  db: Postgres,
  { limit, leaseToken, leaseMs }: ClaimDeliveriesInput,
): Promise<ClaimedDelivery[]> {
  return await db.rows<ClaimedDelivery>('claim-deliveries', claimSql, [limit, leaseToken, leaseMs]);
}

// All of it sees the database as it was when the statement began, the locked lanes as they are now. A lane
// that has changed in between is left to the next claim: of one that has not, what is seen is what there is.
const claimSql = `
  with moment as materialized (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  ), locked as materialized (
    select l.tenant_id, l.endpoint_id, l.version, l.spacing_us, l.xmin as written_by,
      least(l.max_in_flight - l.in_flight, l.burst) as room
    from webhook_lanes l
    where l.ready_at <= (select ms from moment)
    order by l.ready_at limit $1::integer
    for no key update skip locked
  ), lane as materialized (
    select l.*, greatest(1, $1::integer / greatest(1, (select count(*) from locked)))::integer as share
    from locked l
    where l.written_by = (
      select seen.xmin from webhook_lanes seen
      where seen.tenant_id = l.tenant_id and seen.endpoint_id = l.endpoint_id)
  ), picked as materialized (
    select l.tenant_id, l.endpoint_id, l.version, l.spacing_us, due.ids, due.next_due,
      coalesce(cardinality(due.ids), 0) as taken
    from lane l
    cross join lateral (
      select array_agg(d.id order by d.place) filter (where d.is_taken) as ids,
        min(d.due_at) filter (where not d.is_taken) as next_due
      from (
        select d.id, d.due_at, d.place,
          d.place <= least(l.room, l.share) and d.due_at <= (select ms from moment) as is_taken
        from (
          select d.id, d.due_at, row_number() over (order by d.due_at, d.id) as place
          from (
            select d.id, d.due_at from deliveries d
            where d.tenant_id = l.tenant_id and d.endpoint_id = l.endpoint_id and d.status = 'ready'
            order by d.due_at, d.id
            limit least(l.room, l.share) + 1
          ) d
        ) d
      ) d
    ) due
  ), advanced as (
    update webhook_lanes l set in_flight = l.in_flight + p.taken, next_due = p.next_due,
      throttled_until = (select ms from moment)
        + ceil(coalesce(p.spacing_us, 0) * p.taken / 1000.0)::bigint
    from picked p
    where l.tenant_id = p.tenant_id and l.endpoint_id = p.endpoint_id
  ), leased as (
    update deliveries d set status = 'leased', lease_token = $2,
      lease_until = (select ms from moment) + $3::bigint, attempts = d.attempts + 1,
      series_attempts = d.series_attempts + 1
    from picked p
    cross join lateral unnest(p.ids) as taken (id)
    where d.tenant_id = p.tenant_id and d.id = taken.id
    returning d.tenant_id, d.id, d.endpoint_id, d.event_id, d.trigger, d.attempts, d.series_attempts, p.version
  )
  select l.tenant_id as "tenantId", l.id, l.endpoint_id, l.event_id, l.trigger, l.attempts,
    l.series_attempts, l.version, e.body
  from leased l
  left join lateral (
    select e.body from events e where e.tenant_id = l.tenant_id and e.id = l.event_id limit 1
  ) e on true`;

/** In how many milliseconds something can be claimed, 0 for at once; null when nothing waits. */
export const nextDeliveryIn: ReadStatement<null, number | null> = {
  name: 'next-delivery-in',
  access: 'read',
  sqlite(db) {
    const readyAt = db
      .prepare('select min(ready_at) from webhook_lanes where ready_at is not null')
      .pluck()
      .get() as number | null;
    return readyAt === null ? null : Math.max(0, readyAt - Date.now());
  },
  async postgres(db, calls) {
    const [row] = await db.rows<{ wait: number | null }>(
      'next-delivery-in',
      `select greatest(0, min(ready_at) - (extract(epoch from clock_timestamp()) * 1000)::bigint) as wait
       from webhook_lanes where ready_at is not null`,
      [],
    );
    return calls.map(() => row?.wait ?? null);
  },
};
