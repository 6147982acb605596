import type { DeliveryChange, Ended, EndpointHealth } from '@parley/domain';
import { batchColumns } from '../../db/batch-columns.ts';
import { integers, texts } from '../../db/batches.ts';
import {
  type Call,
  databaseMs,
  type Postgres,
  type Sqlite,
  type SystemStatement,
} from '../../db/statement.ts';
import { defineTable, type RowOf } from '../../db/table.ts';
import { healthFields, type WebhookLaneRow } from '../../webhook-endpoints/table.ts';
import { type DeliveryLease, readLeases, writeLeases } from '../leases.ts';
import { type DeliveryAttemptRow, type DeliveryRow, toAttemptRow } from '../table.ts';

/** The request to record the result of one leased delivery. */
export interface Settling {
  tenantId: string;
  deliveryId: string;
  endpointId: string;
  leaseToken: string;
  /**
   * Decides the result from the health of the endpoint, under the lock of the endpoint lane. May be called again when
   * the commit failed. Without a change of the delivery, only the lease ends.
   */
  decide(
    health: EndpointHealth,
    nowMs: number,
  ): Pick<Ended, 'health'> & { delivery: DeliveryChange | null };
}

/**
 * Records the results of leased deliveries in a batch: their attempts, and the state of the lanes. Returns for each
 * whether the caller still held the lease. If not, nothing changes and `decide` is not called. An attempt whose
 * delivery was erased meanwhile leaves no row: the response may name the erased contact.
 */
export const settleDeliveries: SystemStatement<readonly Settling[], readonly boolean[]> = {
  name: 'settle-deliveries',
  scope: 'system',
  access: 'write',
  sqlite: settleOnSqlite,
  postgres: settleTogether,
};

interface OfTenant {
  tenant_id: string;
}

const healthColumns = defineTable<EndpointHealth>()('webhook_lanes', { fields: healthFields });

type LaneRow = OfTenant &
  RowOf<typeof healthColumns> &
  Pick<WebhookLaneRow, 'endpoint_id' | 'leases'>;

// Keys come last, as in the conditions of SQLite's updates.
const deliveryColumns = batchColumns<ReturnType<typeof toDeliveryRow>>({
  ...texts('status', 'trigger'),
  ...integers('attempts', 'series_attempts'),
  due_at: 'bigint',
  ...texts('updated_at', 'delivered_at', 'tenant_id', 'id'),
});

const attemptColumns = batchColumns<OfTenant & DeliveryAttemptRow>({
  ...texts('tenant_id', 'delivery_id'),
  n: 'integer',
  ...texts('trigger', 'at'),
  status_code: 'integer',
  ...texts('error_code', 'error_message'),
  duration_ms: 'integer',
  ...texts('response_snippet', 'next_attempt_at'),
});

const laneColumns = batchColumns<OfTenant & ChangedLaneRow>({
  in_flight: 'integer',
  leases: 'text',
  max_in_flight: 'integer',
  open_until: 'bigint',
  window_at: 'bigint',
  ...integers('attempts', 'failures', 'earlier_attempts', 'earlier_failures'),
  ...texts('last_delivery_at', 'last_success_at', 'failing_since', 'exhausted_at'),
  next_due: 'bigint',
  ...texts('tenant_id', 'endpoint_id'),
});

type ChangedLaneRow = Omit<RowOf<typeof healthColumns>, 'enabled'> &
  Pick<WebhookLaneRow, 'endpoint_id' | 'in_flight' | 'leases' | 'next_due'>;

/** A lane with the changes of a batch. */
interface ChangedLane {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly nowMs: number;
  readonly leases: DeliveryLease[];
  health: EndpointHealth;
  isChanged: boolean;
  /** The earliest due time of the deliveries that the batch made ready, in epoch milliseconds. */
  due: number;
}

/** A time after the due time of every delivery. */
const never = Number.MAX_SAFE_INTEGER;

function changeable(row: LaneRow, nowMs: number): ChangedLane {
  return {
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    nowMs,
    leases: readLeases(row.leases),
    health: healthColumns.toRecord(row),
    isChanged: false,
    due: never,
  };
}

interface Settled {
  readonly item: Settling;
  readonly change: DeliveryChange;
}

/** Records the result of one delivery. Returns false when the lease now belongs to another worker. */
function settle(item: Settling, changed: ChangedLane, settled: Settled[]): boolean {
  const { deliveryId, leaseToken } = item;
  const place = changed.leases.findIndex(
    (lease) => lease.deliveryId === deliveryId && lease.token === leaseToken,
  );
  if (place < 0) return false;
  changed.leases.splice(place, 1);
  const { delivery: change, health } = item.decide(changed.health, changed.nowMs);
  changed.health = health;
  changed.isChanged = true;
  if (!change) return true;
  settled.push({ item, change });
  if (change.status === 'ready') changed.due = Math.min(changed.due, change.dueMs);
  return true;
}

function toDeliveryRow({ item, change }: Settled) {
  return {
    status: change.status,
    trigger: change.trigger,
    attempts: change.attempts,
    series_attempts: change.seriesAttempts,
    due_at: change.dueMs,
    updated_at: change.updatedAt,
    delivered_at: change.deliveredAt,
    tenant_id: item.tenantId,
    id: item.deliveryId,
  } satisfies OfTenant & Partial<DeliveryRow>;
}

function toAttemptRows({ item, change: { attempt } }: Settled): (OfTenant & DeliveryAttemptRow)[] {
  if (!attempt) return [];
  return [{ ...toAttemptRow(item.deliveryId, attempt), tenant_id: item.tenantId }];
}

function toLaneRow({ tenantId, endpointId, leases, health, due }: ChangedLane) {
  return {
    ...healthColumns.toRow(health),
    in_flight: leases.length,
    leases: writeLeases(leases),
    next_due: due,
    tenant_id: tenantId,
    endpoint_id: endpointId,
  };
}

function settleOnSqlite(db: Sqlite, { input }: Call<readonly Settling[]>): readonly boolean[] {
  const nowMs = Date.now();
  const lanes = new Map<string, ChangedLane>();
  const settled: Settled[] = [];
  const outputs = input.map((item) => {
    const lane = lanes.get(item.endpointId) ?? readLane(db, item, nowMs);
    if (!lane) return false;
    lanes.set(item.endpointId, lane);
    return settle(item, lane, settled);
  });
  const updateDelivery = db.prepare(sqliteDeliverySql);
  const insertAttempt = db.prepare(sqliteAttemptSql);
  const updateLane = db.prepare(sqliteLaneSql);
  for (const one of settled) {
    const { changes } = updateDelivery.run(...deliveryColumns.values(toDeliveryRow(one)));
    if (changes === 0) continue;
    for (const row of toAttemptRows(one)) insertAttempt.run(...attemptColumns.values(row));
  }
  for (const lane of lanes.values()) {
    if (lane.isChanged) updateLane.run(...laneColumns.values(toLaneRow(lane)));
  }
  return outputs;
}

/** Returns undefined when the tenant of the lane was deleted meanwhile. */
function readLane(db: Sqlite, { tenantId, endpointId }: Settling, nowMs: number) {
  // The type lists the selected columns.
  const row = db.prepare(sqliteReadSql).get(tenantId, endpointId) as LaneRow | undefined;
  return row && changeable(row, nowMs);
}

const readColumns = `tenant_id, endpoint_id, leases, ${healthColumns.columns.join(', ')}`;

const sqliteReadSql = `
  select ${readColumns} from webhook_lanes where tenant_id = ? and endpoint_id = ?`;

const sqliteDeliverySql = `
  update deliveries set ${deliveryColumns.assignments(['delivered_at', 'tenant_id', 'id'])},
    delivered_at = coalesce(?, delivered_at)
  where tenant_id = ? and id = ?`;

const sqliteAttemptSql = `
  insert into delivery_attempts (${attemptColumns.names}) values (${attemptColumns.marks})`;

const sqliteLaneSql = `
  update webhook_lanes set ${laneColumns.assignments(['next_due', 'tenant_id', 'endpoint_id'])},
    next_due = nullif(min(coalesce(next_due, ${never}), ?), ${never})
  where tenant_id = ? and endpoint_id = ?`;

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
  const changed = [...lanes.values()].filter((lane) => lane.isChanged);
  if (changed.length > 0) {
    const rows = [
      ...deliveryColumns.arrays(settled.map(toDeliveryRow)),
      ...attemptColumns.arrays(settled.flatMap(toAttemptRows)),
      ...laneColumns.arrays(changed.map(toLaneRow)),
    ];
    await db.rows('settle-deliveries-write', writeSql, rows, { last: true });
  }
  return outputs;
}

/** Locks the lanes in the order of their keys, as all transactions do. */
async function lock(db: Postgres, items: readonly Settling[]): Promise<Map<string, ChangedLane>> {
  const keys = new Map(
    items.map((item) => [
      keyOf(item.tenantId, item.endpointId),
      [item.tenantId, item.endpointId] as const,
    ]),
  );
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  const rows = await db.rows<LockedRow>('settle-deliveries-lock', lockSql, [
    sorted.map(([tenantId]) => tenantId),
    sorted.map(([, endpointId]) => endpointId),
  ]);
  return new Map(
    rows.map((row) => [keyOf(row.tenant_id, row.endpoint_id), changeable(row, row.ms)]),
  );
}

type LockedRow = LaneRow & { ms: number };

const keyOf = (tenantId: string, id: string) => `${tenantId} ${id}`;

const lockSql = `
  select l.*, ${databaseMs} as ms
  from unnest($1::text[], $2::text[]) as k (tenant_id, endpoint_id)
  cross join lateral (
    select ${readColumns} from webhook_lanes l
    where l.tenant_id = k.tenant_id and l.endpoint_id = k.endpoint_id limit 1
    for no key update
  ) l`;

// With `is true`, Postgres hashes the updated deliveries once, instead of joining them for each attempt.
const writeSql = `
  with delivery as (
    update deliveries d set ${deliveryColumns.assignments(['delivered_at', 'tenant_id', 'id'], 'g')},
      delivered_at = coalesce(g.delivered_at, d.delivered_at)
    from ${deliveryColumns.unnest(1)} as g (${deliveryColumns.names})
    where d.tenant_id = g.tenant_id and d.id = g.id
    returning d.tenant_id, d.id
  ), attempt as (
    insert into delivery_attempts (${attemptColumns.names})
    select a.* from ${attemptColumns.unnest(deliveryColumns.count + 1)} as a (${attemptColumns.names})
    where ((a.tenant_id, a.delivery_id) in (select tenant_id, id from delivery)) is true
  )
  update webhook_lanes l set ${laneColumns.assignments(['next_due', 'tenant_id', 'endpoint_id'], 'g')},
    next_due = nullif(least(l.next_due, g.next_due), ${never})
  from ${laneColumns.unnest(deliveryColumns.count + attemptColumns.count + 1)} as g (${laneColumns.names})
  where l.tenant_id = g.tenant_id and l.endpoint_id = g.endpoint_id`;
