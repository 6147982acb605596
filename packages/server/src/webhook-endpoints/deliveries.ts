import type { ListWebhookDeliveriesQuery, Page, WebhookDelivery } from '@parley/contract/schemas';
import type { TenantContext } from '../tenancy/context.ts';
import { listDeliveriesTo } from '../webhook-deliveries/service.ts';
import { findEndpoint } from './service.ts';

export async function listEndpointDeliveries(
  ctx: TenantContext,
  id: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  await findEndpoint(ctx, id);
  return await listDeliveriesTo(ctx, id, query);
}
