import type {
  ListWebhookDeliveriesQuery,
  Page,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@parley/contract/schemas';
import { matchingTypes, showDelivery } from '@parley/domain';
import { listOf, pageOf, readPosition } from '../db/cursor.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { webhookLanesTable } from '../webhook-endpoints/table.ts';
import { deliveryId } from './delivery-id.ts';
import { readLeases } from './leases.ts';
import { listDeliveries as readDeliveries } from './statements/list-deliveries.ts';
import {
  type DeliveryAttemptRow,
  type DeliveryRow,
  deliveriesTable,
  deliveryAttemptsTable,
  toAttempt,
} from './table.ts';

const deliveryList = listOf<DeliveryRow>('webhook-deliveries', { createdAt: 'created_at' });

/** Lists the deliveries of one endpoint. The caller must check that the endpoint exists. */
export async function listDeliveries(
  db: TenantDb,
  endpointId: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  const { sort, cursor, limit, ...filters } = query;
  const listing = { sort, page: { cursor, limit }, filters: { endpointId, ...filters } };
  const position = readPosition(db, deliveryList, listing);
  const { direction, after } = position;
  const leased = await leasedOf(db, endpointId);
  const rows = await db.run(readDeliveries, {
    endpointId,
    states: filters.status,
    leased,
    types: filters.eventType && matchingTypes(filters.eventType),
    ids: filters.eventId?.map((id) => deliveryId(id, endpointId)),
    since: filters.since,
    until: filters.until,
    direction,
    // The cursor was written by cursorAfter, from a text.
    after: after && { key: String(after.key), id: after.id },
    limit: limit + 1,
  });
  const { rows: shown, nextCursor } = pageOf(db, position, rows);
  return { data: await withLastAttempts(db, shown, leased), nextCursor };
}

export async function withLastAttempt(db: TenantDb, row: DeliveryRow): Promise<WebhookDelivery> {
  const leased = await leasedOf(db, row.endpoint_id);
  const [delivery] = await withLastAttempts(db, [row], leased);
  return delivery ?? toDelivery(row, undefined, leased);
}

/** Returns a delivery with its attempts. Leaves out attempts that ended after `row` was read. */
export async function withAttempts(db: TenantDb, row: DeliveryRow): Promise<WebhookDeliveryDetail> {
  const leased = await leasedOf(db, row.endpoint_id);
  const made = db.select(deliveryAttemptsTable).where({ delivery_id: row.id });
  const attempts = await made.where('n', '<=', row.attempts).orderBy('n');
  const last = attempts.find(({ n }) => n === row.attempts);
  return { ...toDelivery(row, last, leased), attempts: attempts.map(toAttempt) };
}

/** Returns the IDs of the deliveries in flight to an endpoint. They are few. */
export async function leasedOf(db: TenantDb, endpointId: string): Promise<readonly string[]> {
  const lane = await db.select(webhookLanesTable).where({ endpoint_id: endpointId }).first();
  return readLeases(lane?.leases ?? '').map((lease) => lease.deliveryId);
}

/** Adds the latest attempt to each delivery. */
async function withLastAttempts(
  db: TenantDb,
  rows: readonly DeliveryRow[],
  leased: readonly string[],
): Promise<WebhookDelivery[]> {
  const tried = rows.filter((row) => row.attempts > 0);
  const attempts = tried.length === 0 ? [] : await latestOf(db, tried);
  const byPlace = new Map(
    attempts.map((attempt) => [`${attempt.delivery_id} ${attempt.n}`, attempt]),
  );
  return rows.map((row) => toDelivery(row, byPlace.get(`${row.id} ${row.attempts}`), leased));
}

async function latestOf(db: TenantDb, rows: readonly DeliveryRow[]): Promise<DeliveryAttemptRow[]> {
  return await db
    .select(deliveryAttemptsTable)
    .whereIn(
      'delivery_id',
      rows.map(({ id }) => id),
    )
    .whereIn('n', [...new Set(rows.map((row) => row.attempts))]);
}

function toDelivery(
  row: DeliveryRow,
  last: DeliveryAttemptRow | undefined,
  leased: readonly string[],
): WebhookDelivery {
  const isUnderWay = leased.includes(row.id);
  const lastAttempt = last ? toAttempt(last) : null;
  return showDelivery(deliveriesTable.toRecord(row), { isUnderWay, lastAttempt });
}
