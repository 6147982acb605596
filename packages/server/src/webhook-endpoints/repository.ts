import {
  hiddenHeaderValue,
  type ListWebhookEndpointsQuery,
  type Page,
  type WebhookEndpoint,
} from '@parley/contract/schemas';
import { fromJson } from '../db/columns.ts';
import { listOf, paginate } from '../db/cursor.ts';
import { isUniqueViolation } from '../db/failures.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { countRows } from '../db/tenant-query.ts';
import { tenantsTable } from '../tenants/table.ts';
import {
  type WebhookEndpointRow,
  type WebhookLaneRow,
  webhookEndpointsTable,
  webhookLanesTable,
} from './table.ts';

type Metadata = WebhookEndpoint['metadata'];

const endpointList = listOf<WebhookEndpointRow>('webhook-endpoints', { createdAt: 'created_at' });

// Deleted endpoints stay as long as their deliveries, and are seen with these alone.

export async function findEndpoint(
  db: TenantDb,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  return await db.select(webhookEndpointsTable).where({ id }).whereNull('deleted_at').first();
}

/** Whether there is such an endpoint, or was. */
export async function isKnown(db: TenantDb, id: string): Promise<boolean> {
  return (await db.select(webhookEndpointsTable).where({ id }).first()) !== undefined;
}

/** For a change: nobody else changes it until the end of the transaction. */
export async function lockEndpoint(
  db: TenantDb,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  return await db
    .select(webhookEndpointsTable)
    .where({ id })
    .whereNull('deleted_at')
    .forUpdate()
    .first();
}

export async function findEndpointByUrl(
  db: TenantDb,
  url: string,
): Promise<WebhookEndpointRow | undefined> {
  return await db
    .select(webhookEndpointsTable)
    .where({ url_key: urlKey(url) })
    .whereNull('deleted_at')
    .first();
}

/** As it is called: names in lower case, addresses in figures, no port that goes without saying. */
export function urlKey(url: string): string {
  return new URL(url).href;
}

/** Until the end of the transaction nobody else counts its endpoints for another one. */
export async function countEndpointsAlone(db: TenantDb): Promise<number> {
  await db.select(tenantsTable).forUpdate();
  return await countRows(db.select(webhookEndpointsTable).whereNull('deleted_at'));
}

export async function listEndpoints(
  db: TenantDb,
  query: ListWebhookEndpointsQuery,
): Promise<Page<WebhookEndpoint>> {
  const { status, sort, ...page } = query;
  const select = db.select(webhookEndpointsTable).whereNull('deleted_at');
  if (status) select.whereIn('status', status);
  const listing = { sort, page, filters: { status } };
  const { rows, nextCursor } = await paginate(db, select, endpointList, listing);
  return { data: await withLanes(db, rows), nextCursor };
}

/** False when another live endpoint has its URL. */
export async function insertEndpoint(db: TenantDb, row: WebhookEndpointRow): Promise<boolean> {
  return await db.insertIfAbsent(webhookEndpointsTable, row);
}

export async function updateEndpoint(db: TenantDb, row: WebhookEndpointRow): Promise<void> {
  await db.update(webhookEndpointsTable, { id: row.id }, row);
}

/** Whether an update failed because another live endpoint has the URL. */
export const isTaken = isUniqueViolation;

export async function withLane(db: TenantDb, row: WebhookEndpointRow): Promise<WebhookEndpoint> {
  const lane = await db.select(webhookLanesTable).where({ endpoint_id: row.id }).first();
  return toWebhookEndpoint(row, lane);
}

async function withLanes(
  db: TenantDb,
  rows: readonly WebhookEndpointRow[],
): Promise<WebhookEndpoint[]> {
  if (rows.length === 0) return [];
  const lanes = await db.select(webhookLanesTable).whereIn(
    'endpoint_id',
    rows.map(({ id }) => id),
  );
  const laneOf = new Map(lanes.map((lane) => [lane.endpoint_id, lane]));
  return rows.map((row) => toWebhookEndpoint(row, laneOf.get(row.id)));
}

/** The lane is absent only for the moment in which an endpoint is made. */
export function toWebhookEndpoint(
  row: WebhookEndpointRow,
  lane: WebhookLaneRow | undefined,
): WebhookEndpoint {
  const names = Object.keys(fromJson<Record<string, string>>(row.headers));
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: fromJson<string[]>(row.events),
    channelIds: row.channel_ids === null ? null : fromJson<string[]>(row.channel_ids),
    status: row.status,
    disabledReason: row.disabled_reason,
    headers: Object.fromEntries(names.map((name) => [name, hiddenHeaderValue])),
    maxPerSecond: row.max_per_second,
    failingSince: lane?.failing_since ?? null,
    lastDeliveryAt: lane?.last_delivery_at ?? null,
    lastSuccessAt: lane?.last_success_at ?? null,
    metadata: fromJson<Metadata>(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    disabledAt: row.disabled_at,
  };
}
