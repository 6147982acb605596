import type { Call, Postgres, Sqlite, WriteStatement } from '../statement.ts';
import type { DeliveryAttemptRow, DeliveryRow, WebhookLaneRow } from '../webhook-rows.ts';

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
export const settleDeliveries: WriteStatement<readonly Settling[], readonly boolean[]> = {
  name: 'settle-deliveries',
  access: 'write',
  sqlite(db, { input }) {
    return input.map((item) => settleOnSqlite(db, item));
  },
  postgres: settleTogether,
};

const laneColumns = `enabled, max_in_flight, open_until, window_at, attempts, failures, earlier_attempts,
  earlier_failures, last_delivery_at, last_success_at, failing_since, exhausted_at`;

function settleOnSqlite(db: Sqlite, item: Settling): boolean {
  const { tenantId, deliveryId, endpointId, leaseToken } = item;
  const held = db
    .prepare(
      `select 1 from deliveries
       where tenant_id = ? and id = ? and lease_token = ? and status = 'leased'`,
    )
    .get(tenantId, deliveryId, leaseToken);
  if (!held) return false;
  const lane = db
    .prepare(`select ${laneColumns} from webhook_lanes where tenant_id = ? and endpoint_id = ?`)
    .get(tenantId, endpointId) as LaneState;
  const { attempt, ...to } = item.decide(lane, Date.now());
  db.prepare(
    `update deliveries set status = ?, trigger = ?, attempts = ?, series_attempts = ?, due_at = ?,
       lease_token = null, lease_until = null, updated_at = ?, delivered_at = coalesce(?, delivered_at)
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
  if (attempt) {
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
  const due = to.status === 'ready' ? to.due_at : null;
  db.prepare(
    `update webhook_lanes set in_flight = in_flight - 1,
       next_due = min(coalesce(next_due, ?), coalesce(?, next_due)),
       max_in_flight = ?, open_until = ?, window_at = ?, attempts = ?, failures = ?, earlier_attempts = ?,
       earlier_failures = ?, last_delivery_at = ?, last_success_at = ?, failing_since = ?, exhausted_at = ?
     where tenant_id = ? and endpoint_id = ?`,
  ).run(
    due,
    due,
    lane.max_in_flight,
    lane.open_until,
    lane.window_at,
    lane.attempts,
    lane.failures,
    lane.earlier_attempts,
    lane.earlier_failures,
    lane.last_delivery_at,
    lane.last_success_at,
    lane.failing_since,
    lane.exhausted_at,
    tenantId,
    endpointId,
  );
  return true;
}

interface LockedLane extends LaneState {
  tenant_id: string;
  endpoint_id: string;
  ms: number;
}

/** A lane and what a batch does to it. */
interface ChangedLane {
  readonly state: LockedLane;
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
  const items = calls.flatMap((call) => call.input);
  const { lanes, held } = await lock(db, items);
  const settled: Settled[] = [];
  const settle = (item: Settling) => {
    const lane = lanes.get(keyOf(item.tenantId, item.endpointId));
    const key = `${keyOf(item.tenantId, item.deliveryId)} ${item.leaseToken}`;
    // Whoever comes twice in one batch has let go with the first.
    if (!lane || !held.delete(key)) return false;
    const to = item.decide(lane.state, lane.state.ms);
    settled.push({ item, to });
    lane.settled += 1;
    if (to.status === 'ready') lane.due = Math.min(lane.due ?? to.due_at, to.due_at);
    return true;
  };
  const outputs = calls.map((call) => call.input.map(settle));
  await write(db, settled, lanes);
  return outputs;
}

/** Who waits for a lane waits here, in the order of their keys; then nobody else can end these leases. */
async function lock(db: Postgres, items: readonly Settling[]) {
  const keys = new Map(
    items.map((item) => [
      keyOf(item.tenantId, item.endpointId),
      [item.tenantId, item.endpointId] as const,
    ]),
  );
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  // Both are on their way at once; the second begins when the locks are held.
  const [rows, leases] = await Promise.all([
    db.rows<LockedLane>('settle-deliveries-lock', lockSql, [
      sorted.map(([tenantId]) => tenantId),
      sorted.map(([, endpointId]) => endpointId),
    ]),
    db.rows<{ tenant_id: string; id: string; lease_token: string }>(
      'settle-deliveries-held',
      heldSql,
      [items.map((item) => item.tenantId), items.map((item) => item.deliveryId)],
    ),
  ]);
  const lanes = new Map<string, ChangedLane>();
  for (const state of rows) {
    lanes.set(keyOf(state.tenant_id, state.endpoint_id), { state, settled: 0, due: null });
  }
  const held = new Set(leases.map((row) => `${keyOf(row.tenant_id, row.id)} ${row.lease_token}`));
  return { lanes, held };
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

const heldSql = `
  select d.tenant_id, d.id, d.lease_token
  from unnest($1::text[], $2::text[]) as k (tenant_id, id)
  cross join lateral (
    select tenant_id, id, lease_token from deliveries d
    where d.tenant_id = k.tenant_id and d.id = k.id and d.status = 'leased' limit 1
  ) d`;

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
      changed.map((lane) => lane.settled),
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
      series_attempts = g.series_attempts, due_at = g.due_at, lease_token = null, lease_until = null,
      updated_at = g.updated_at, delivered_at = coalesce(g.delivered_at, d.delivered_at)
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
  update webhook_lanes l set in_flight = l.in_flight - g.settled, next_due = least(l.next_due, g.due),
    max_in_flight = g.max_in_flight, open_until = g.open_until, window_at = g.window_at,
    attempts = g.attempts, failures = g.failures, earlier_attempts = g.earlier_attempts,
    earlier_failures = g.earlier_failures, last_delivery_at = g.last_delivery_at,
    last_success_at = g.last_success_at, failing_since = g.failing_since, exhausted_at = g.exhausted_at
  from unnest($21::text[], $22::text[], $23::integer[], $24::bigint[], $25::integer[], $26::bigint[],
    $27::bigint[], $28::integer[], $29::integer[], $30::integer[], $31::integer[], $32::text[], $33::text[],
    $34::text[], $35::text[]) as g (tenant_id, endpoint_id, settled, due, max_in_flight, open_until,
    window_at, attempts, failures, earlier_attempts, earlier_failures, last_delivery_at, last_success_at,
    failing_since, exhausted_at)
  where l.tenant_id = g.tenant_id and l.endpoint_id = g.endpoint_id`;
