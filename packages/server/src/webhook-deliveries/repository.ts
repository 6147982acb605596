import type {
  ListWebhookDeliveriesQuery,
  Page,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryStatus,
} from '@parley/contract/schemas';
import { listOf, paginate } from '../db/cursor.ts';
import { deliveryId } from '../db/delivery-id.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Conditions } from '../db/tenant-query.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../db/webhook-rows.ts';
import { matchingTypes } from '../events/matching-types.ts';

const deliveryList = listOf<DeliveryRow>('webhook-deliveries', { createdAt: 'created_at' });

export async function findDelivery(db: TenantDb, id: string): Promise<DeliveryRow | undefined> {
  return await db.select('deliveries').where({ id }).first();
}

export async function listAttempts(db: TenantDb, id: string): Promise<WebhookAttempt[]> {
  const rows = await db.select('delivery_attempts').where({ delivery_id: id }).orderBy('n');
  return rows.map(toAttempt);
}

export async function listDeliveries(
  db: TenantDb,
  endpointId: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  const { sort, cursor, limit, ...filters } = query;
  const { status, eventType, eventId, since, until } = filters;
  const select = db.select('deliveries').where({ endpoint_id: endpointId });
  if (status) {
    select.where((any) => {
      for (const one of status)
        any.orWhere((rows: Conditions<DeliveryRow>) => whereStatus(rows, one));
    });
  }
  if (eventType) select.whereIn('event_type', matchingTypes(eventType));
  if (eventId) {
    select.whereIn(
      'id',
      eventId.map((id) => deliveryId(id, endpointId)),
    );
  }
  if (since) select.where('created_at', '>=', since);
  if (until) select.where('created_at', '<', until);
  const listing = { sort, page: { cursor, limit }, filters: { endpointId, ...filters } };
  const { rows, nextCursor } = await paginate(db, select, deliveryList, listing);
  return { data: await withLastAttempts(db, rows), nextCursor };
}

export async function withLastAttempt(db: TenantDb, row: DeliveryRow): Promise<WebhookDelivery> {
  const [delivery] = await withLastAttempts(db, [row]);
  return delivery ?? toDelivery(row, undefined);
}

export function statusOf({ status, series_attempts }: DeliveryRow): WebhookDeliveryStatus {
  if (status === 'ready') return series_attempts === 0 ? 'pending' : 'retrying';
  return status === 'leased' ? 'delivering' : status;
}

/** In SQL what `statusOf` says of one delivery. */
function whereStatus(rows: Conditions<DeliveryRow>, status: WebhookDeliveryStatus): void {
  if (status === 'delivering') rows.where('status', 'leased');
  else if (status === 'pending') rows.where('status', 'ready').where('series_attempts', 0);
  else if (status === 'retrying') rows.where('status', 'ready').where('series_attempts', '>', 0);
  else rows.where('status', status);
}

/** Of many attempts, those alone that may be a latest one. */
async function withLastAttempts(
  db: TenantDb,
  rows: readonly DeliveryRow[],
): Promise<WebhookDelivery[]> {
  const tried = rows.filter((row) => attemptsOf(row) > 0);
  const attempts = tried.length === 0 ? [] : await latestOf(db, tried);
  const byPlace = new Map(
    attempts.map((attempt) => [`${attempt.delivery_id} ${attempt.n}`, attempt]),
  );
  return rows.map((row) => toDelivery(row, byPlace.get(`${row.id} ${attemptsOf(row)}`)));
}

async function latestOf(db: TenantDb, rows: readonly DeliveryRow[]): Promise<DeliveryAttemptRow[]> {
  return await db
    .select('delivery_attempts')
    .whereIn(
      'delivery_id',
      rows.map(({ id }) => id),
    )
    .whereIn('n', [...new Set(rows.map(attemptsOf))]);
}

/** The one that is being made has no end yet: it does not count. */
function attemptsOf({ status, attempts }: DeliveryRow): number {
  return status === 'leased' ? attempts - 1 : attempts;
}

function toDelivery(row: DeliveryRow, last: DeliveryAttemptRow | undefined): WebhookDelivery {
  const isOpen = row.status === 'ready' || row.status === 'leased';
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: statusOf(row),
    attemptCount: attemptsOf(row),
    nextAttemptAt: isOpen ? new Date(row.due_at).toISOString() : null,
    lastAttempt: last ? toAttempt(last) : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deliveredAt: row.delivered_at,
  };
}

function toAttempt(row: DeliveryAttemptRow): WebhookAttempt {
  const { error_code: code, error_message: message } = row;
  return {
    n: row.n,
    trigger: row.trigger,
    at: row.at,
    statusCode: row.status_code,
    error: code === null ? null : { code, message: message ?? '' },
    durationMs: row.duration_ms,
    responseSnippet: row.response_snippet,
    nextAttemptAt: row.next_attempt_at,
  };
}
