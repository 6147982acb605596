import type { ListWebhookDeliveriesQuery, Page, WebhookDelivery } from '@parley/contract/schemas';
import type { TenantContext } from '../tenancy/context.ts';
import { listDeliveriesTo } from '../webhook-deliveries/service.ts';
import { isKnown } from './repository.ts';
import { missingEndpoint } from './service.ts';

/** Those of a deleted endpoint stay readable. */
export async function listEndpointDeliveries(
  ctx: TenantContext,
  id: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  if (!(await isKnown(ctx.db, id))) throw missingEndpoint(id);
  return await listDeliveriesTo(ctx, id, query);
}
