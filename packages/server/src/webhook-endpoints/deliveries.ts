import type { ListWebhookDeliveriesQuery, Page, WebhookDelivery } from '@parley/contract/schemas';
import { notFound } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { listDeliveries } from '../webhook-deliveries/repository.ts';
import { webhookEndpointsTable } from './table.ts';

/**
 * Lists the deliveries of an endpoint, including a deleted one. Throws SVC-NOT-FOUND when there never was such an
 * endpoint.
 */
export async function listEndpointDeliveries(
  ctx: TenantContext,
  id: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  const page = await listDeliveries(ctx.db, id, query);
  const known = await ctx.db.select(webhookEndpointsTable).where({ id }).first();
  if (!known) throw notFound('webhookEndpoint', id);
  return page;
}
