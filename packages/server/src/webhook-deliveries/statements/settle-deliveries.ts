import type { Call, Postgres, Sqlite, SystemStatement } from '../../db/statement.ts';
import type { WebhookLaneRow } from '../../webhook-endpoints/table.ts';
import { type DeliveryLease, readLeases, writeLeases } from '../leases.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../table.ts';

/** What attempts change of a lane, and whether it still takes any. */
export type LaneState = Pick<
  WebhookLaneRow,
  | 'enabled'
  | 'max_in_flight'
  | 'open_until'
  | 'window_at'
  | 'attempts'
  | 'failures'
  | 'earlier_attempts'
  | 'earlier_failures'
  | 'last_delivery_at'
  | 'last_success_at'
  | 'failing_since'
  | 'exhausted_at'
>;

export type SettledDelivery = Pick<
  DeliveryRow,
  'status' | 'trigger' | 'attempts' | 'series_attempts' | 'due_at' | 'updated_at' | 'delivered_at'
> & {
  /** Null when none was made. */
  attempt: Omit<DeliveryAttemptRow, 'delivery_id'> | null;
};

/** The end of a lease. */
export interface Settling {
  tenantId: string;
  deliveryId: string;
  endpointId: string;
  leaseToken: string;
  /** Sees the lane under its lock and changes it; may be asked again when its commit failed. */
  decide(lane: LaneState, nowMs: number): SettledDelivery;
}

/**
 * Ends leases, together: the deliveries, their attempts and what the lanes remember. Answers for each whether
 * the lease was still the caller's; where it was not, nothing is changed and `decide` is not asked.
 */
export const settleDeliveries: SystemStatement<readonly Settling[], readonly boolean[]> = {
  name: 'settle-deliveries',
  scope: 'system',
  access: 'write',
  sqlite: settleOnSqlite,
  postgres: settleTogether,
};

const laneColumns = `enabled, leases, max_in_flight, open_until, window_at, attempts, failures, earlier_attempts,
  earlier_failures, last_delivery_at, last_success_at, failing_since, exhausted_at`;

function settleOnSqlite(db: Sqlite, { input }: Call<readonly Settling[]>): readonly boolean[] {
  const nowMs = Date.now();
  const lanes = new Map<string, ChangedLane>();
  const settled: Settled[] = [];
  const outputs = input.map((item) => {
    const known = lanes.get(item.endpointId) ?? readLane(db, item, nowMs);
    lanes.set(item.endpointId, known);
    return settle(item, known, settled);
  });
  for (const { item, to } of settled) writeDelivery(db, item, to);
  for (const lane of lanes.values()) if (lane.settled > 0) writeLane(db, lane);
  return outputs;
}

function readLane(db: Sqlite, { tenantId, endpointId }: Settling, ms: number): ChangedLane {
  const state = db
    .prepare(`select ${laneColumns} from webhook_lanes where tenant_id = ? and endpoint_id = ?`)
    // The columns are those of LockedLane.
    .get(tenantId, endpointId) as LockedLane;
  return changeable({ ...state, tenant_id: tenantId, endpoint_id: endpointId, ms });
}

function writeDelivery(
  db: Sqlite,
  { tenantId, deliveryId }: Settling,
  { attempt, ...to }: SettledDelivery,
): void {
  db.prepare(
    `update deliveries set status = ?, trigger = ?, attempts = ?, series_attempts = ?, due_at = ?,
       updated_at = ?, delivered_at = coalesce(?, delivered_at)
     where tenant_id = ? and id = ?`,
  ).run(
    to.status,
    to.trigger,
    to.attempts,
    to.series_attempts,
    to.due_at,
    to.updated_at,
    to.delivered_at,
    tenantId,
    deliveryId,
  );
  if (!attempt) return;
  db.prepare(
    `insert into delivery_attempts (tenant_id, delivery_id, n, trigger, at, status_code, error_code,
       error_message, duration_ms, response_snippet, next_attempt_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    tenantId,
    deliveryId,
    attempt.n,
    attempt.trigger,
    attempt.at,
    attempt.status_code,
    attempt.error_code,
    attempt.error_message,
    attempt.duration_ms,
    attempt.response_snippet,
    attempt.next_attempt_at,
  );
}

function writeLane(db: Sqlite, { state, leases, due }: ChangedLane): void {
  db.prepare(
    `update webhook_lanes set in_flight = ?, leases = ?,
       next_due = min(coalesce(next_due, ?), coalesce(?, next_due)),
       max_in_flight = ?, open_until = ?, window_at = ?, attempts = ?, failures = ?, earlier_attempts = ?,
       earlier_failures = ?, last_delivery_at = ?, last_success_at = ?, failing_since = ?, exhausted_at = ?
     where tenant_id = ? and endpoint_id = ?`,
  ).run(
    leases.length,
    writeLeases(leases),
    due,
    due,
    state.max_in_flight,
    state.open_until,
    state.window_at,
    state.attempts,
    state.failures,
    state.earlier_attempts,
    state.earlier_failures,
    state.last_delivery_at,
    state.last_success_at,
    state.failing_since,
    state.exhausted_at,
    state.tenant_id,
    state.endpoint_id,
  );
}

/** False when the lease is another's by now. */
function settle(item: Settling, lane: ChangedLane, settled: Settled[]): boolean {
  const { deliveryId, leaseToken } = item;
  const place = lane.leases.findIndex(
    (lease) => lease.deliveryId === deliveryId && lease.token === leaseToken,
  );
  if (place < 0) return false;
  lane.leases.splice(place, 1);
  const to = item.decide(lane.state, lane.state.ms);
  settled.push({ item, to });
  lane.settled += 1;
  if (to.status === 'ready') lane.due = Math.min(lane.due ?? to.due_at, to.due_at);
  return true;
}

function changeable(state: LockedLane): ChangedLane {
  return { state, leases: readLeases(state.leases), settled: 0, due: null };
}

interface LockedLane extends LaneState {
  tenant_id: string;
  endpoint_id: string;
  leases: string;
  ms: number;
}

/** A lane and what a batch does to it. */
interface ChangedLane {
  readonly state: LockedLane;
  readonly leases: DeliveryLease[];
  settled: number;
  due: number | null;
}

interface Settled {
  readonly item: Settling;
  readonly to: SettledDelivery;
}

async function settleTogether(
  db: Postgres,
  calls: readonly Call<readonly Settling[]>[],
): Promise<readonly (readonly boolean[])[]> {
  const lanes = await lock(
    db,
    calls.flatMap((call) => call.input),
  );
  const settled: Settled[] = [];
  const outputs = calls.map((call) =>
    call.input.map((item) => {
      const lane = lanes.get(keyOf(item.tenantId, item.endpointId));
      return lane !== undefined && settle(item, lane, settled);
    }),
  );
  await write(db, settled, lanes);
  return outputs;
}

/** In the order of their keys, as everybody takes them. */
async function lock(db: Postgres, items: readonly Settling[]): Promise<Map<string, ChangedLane>> {
  const keys = new Map(
    items.map((item) => [
      keyOf(item.tenantId, item.endpointId),
      [item.tenantId, item.endpointId] as const,
    ]),
  );
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  const rows = await db.rows<LockedLane>('settle-deliveries-lock', lockSql, [
    sorted.map(([tenantId]) => tenantId),
    sorted.map(([, endpointId]) => endpointId),
  ]);
  return new Map(rows.map((row) => [keyOf(row.tenant_id, row.endpoint_id), changeable(row)]));
}

const keyOf = (tenantId: string, id: string) => `${tenantId} ${id}`;

const lockSql = `
  select l.*, (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  from unnest($1::text[], $2::text[]) as k (tenant_id, endpoint_id)
  cross join lateral (
    select tenant_id, endpoint_id, ${laneColumns} from webhook_lanes l
    where l.tenant_id = k.tenant_id and l.endpoint_id = k.endpoint_id limit 1
    for no key update
  ) l`;

async function write(
  db: Postgres,
  settled: readonly Settled[],
  lanes: ReadonlyMap<string, ChangedLane>,
): Promise<void> {
  if (settled.length === 0) return;
  const of = <T>(pick: (one: Settled) => T) => settled.map(pick);
  const attempts = settled.flatMap(({ item, to: { attempt } }) =>
    attempt ? [{ ...attempt, tenantId: item.tenantId, deliveryId: item.deliveryId }] : [],
  );
  const tried = <T>(pick: (attempt: (typeof attempts)[number]) => T) => attempts.map(pick);
  const changed = [...lanes.values()].filter((lane) => lane.settled > 0);
  const along = <T>(pick: (state: LockedLane) => T) => changed.map(({ state }) => pick(state));
  await db.rows(
    'settle-deliveries-write',
    writeSql,
    [
      of(({ item }) => item.tenantId),
      of(({ item }) => item.deliveryId),
      of(({ to }) => to.status),
      of(({ to }) => to.trigger),
      of(({ to }) => to.attempts),
      of(({ to }) => to.series_attempts),
      of(({ to }) => to.due_at),
      of(({ to }) => to.updated_at),
      of(({ to }) => to.delivered_at),
      tried((attempt) => attempt.tenantId),
      tried((attempt) => attempt.deliveryId),
      tried((attempt) => attempt.n),
      tried((attempt) => attempt.trigger),
      tried((attempt) => attempt.at),
      tried((attempt) => attempt.status_code),
      tried((attempt) => attempt.error_code),
      tried((attempt) => attempt.error_message),
      tried((attempt) => attempt.duration_ms),
      tried((attempt) => attempt.response_snippet),
      tried((attempt) => attempt.next_attempt_at),
      along((lane) => lane.tenant_id),
      along((lane) => lane.endpoint_id),
      changed.map((lane) => lane.leases.length),
      changed.map((lane) => writeLeases(lane.leases)),
      changed.map((lane) => lane.due),
      along((lane) => lane.max_in_flight),
      along((lane) => lane.open_until),
      along((lane) => lane.window_at),
      along((lane) => lane.attempts),
      along((lane) => lane.failures),
      along((lane) => lane.earlier_attempts),
      along((lane) => lane.earlier_failures),
      along((lane) => lane.last_delivery_at),
      along((lane) => lane.last_success_at),
      along((lane) => lane.failing_since),
      along((lane) => lane.exhausted_at),
    ],
    { last: true },
  );
}

const writeSql = `
  with delivery as (
    update deliveries d set status = g.status, trigger = g.trigger, attempts = g.attempts,
      series_attempts = g.series_attempts, due_at = g.due_at, updated_at = g.updated_at, delivered_at = coalesce(g.delivered_at, d.delivered_at)
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[],
      $8::text[], $9::text[]) as g (tenant_id, id, status, trigger, attempts, series_attempts, due_at,
      updated_at, delivered_at)
    where d.tenant_id = g.tenant_id and d.id = g.id
  ), attempt as (
    insert into delivery_attempts (tenant_id, delivery_id, n, trigger, at, status_code, error_code,
      error_message, duration_ms, response_snippet, next_attempt_at)
    select * from unnest($10::text[], $11::text[], $12::integer[], $13::text[], $14::text[], $15::integer[],
      $16::text[], $17::text[], $18::integer[], $19::text[], $20::text[])
  )
  update webhook_lanes l set in_flight = g.in_flight, leases = g.leases,
    next_due = least(l.next_due, g.due), max_in_flight = g.max_in_flight, open_until = g.open_until,
    window_at = g.window_at, attempts = g.attempts, failures = g.failures,
    earlier_attempts = g.earlier_attempts, earlier_failures = g.earlier_failures,
    last_delivery_at = g.last_delivery_at, last_success_at = g.last_success_at,
    failing_since = g.failing_since, exhausted_at = g.exhausted_at
  from unnest($21::text[], $22::text[], $23::integer[], $24::text[], $25::bigint[], $26::integer[],
    $27::bigint[], $28::bigint[], $29::integer[], $30::integer[], $31::integer[], $32::integer[],
    $33::text[], $34::text[], $35::text[], $36::text[]) as g (tenant_id, endpoint_id, in_flight, leases,
    due, max_in_flight, open_until, window_at, attempts, failures, earlier_attempts, earlier_failures,
    last_delivery_at, last_success_at, failing_since, exhausted_at)
  where l.tenant_id = g.tenant_id and l.endpoint_id = g.endpoint_id`;
