import {
  type EndpointHealth,
  newHealth,
  notFound,
  type StoredWebhookEndpoint,
  showEndpoint,
  webhookEndpointRules,
} from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { syncRouting } from './routing.ts';
import { webhookEndpointsTable, webhookLanesTable } from './table.ts';

export const webhookEndpoints = defineRecords(webhookEndpointsTable, webhookEndpointRules, {
  complete: {
    read: readHealth,
    fresh: newHealth,
    make: (endpoint, health) => ({ record: showEndpoint(endpoint, health) }),
  },
  saved: (ctx, after, before) =>
    // Clears its failures; only a replay sends the missed events.
    syncRouting(ctx, after, { fresh: before.status === 'disabled' && after.status === 'enabled' }),
});

/** Returns an endpoint. Throws SVC-NOT-FOUND when there is none. */
export async function findEndpoint(ctx: TenantContext, id: string): Promise<StoredWebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(ctx, id);
  if (!endpoint) throw notFound('webhookEndpoint', id);
  return endpoint;
}

/** Writes a change that workers must see but that changes no field of the API, such as encrypted texts. */
export async function rewrite(
  ctx: TenantContext,
  before: StoredWebhookEndpoint,
  after: StoredWebhookEndpoint,
): Promise<void> {
  const patch = webhookEndpointsTable.toPatch(before, after);
  // Two changes in the same millisecond may leave the row unchanged.
  if (Object.keys(patch).length > 0) {
    await ctx.db.update(webhookEndpointsTable, { id: after.id }, patch);
  }
  await syncRouting(ctx, after);
}

async function readHealth(
  { db }: TenantContext,
  endpoints: readonly StoredWebhookEndpoint[],
): Promise<EndpointHealth[]> {
  if (endpoints.length === 0) return [];
  const lanes = await db.select(webhookLanesTable).whereIn(
    'endpoint_id',
    endpoints.map(({ id }) => id),
  );
  const laneOf = new Map(
    lanes.map((row) => [row.endpoint_id, webhookLanesTable.toRecord(row)] as const),
  );
  // An endpoint has no lane only while it is created.
  return endpoints.map(({ id }) => laneOf.get(id) ?? newHealth());
}
