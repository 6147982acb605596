import type { ListWebhookDeliveriesQuery, Page, WebhookDelivery } from '@parley/contract/schemas';
import { notFound } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { listDeliveriesTo } from '../webhook-deliveries/service.ts';
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
  const known = await ctx.db.select(webhookEndpointsTable).where({ id }).first();
  if (!known) throw notFound('webhookEndpoint', id);
  return await listDeliveriesTo(ctx, id, query);
}
