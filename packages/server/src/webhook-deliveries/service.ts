import {
  type ListWebhookDeliveriesQuery,
  type Page,
  ServiceError,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookDeliveryStatus,
} from '@parley/contract/schemas';
import { getEvent } from '../events/log.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findEndpoint, notEnabled } from '../webhook-endpoints/service.ts';
import * as repository from './repository.ts';
import { redeliver } from './statements/redeliver.ts';
import type { DeliveryRow } from './table.ts';

/** The deliveries of one endpoint, which the caller has found. */
export async function listDeliveriesTo(
  ctx: TenantContext,
  endpointId: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  return await repository.listDeliveries(ctx.db, endpointId, query);
}

export async function getWebhookDelivery(
  ctx: TenantContext,
  id: string,
): Promise<WebhookDeliveryDetail> {
  return await repository.withAttempts(ctx.db, await find(ctx, id));
}

const redeliverable: readonly WebhookDeliveryStatus[] = [
  'delivered',
  'retrying',
  'exhausted',
  'canceled',
];

/** The same delivery once more, by a schedule of its own. */
export async function redeliverWebhook(ctx: TenantContext, id: string): Promise<WebhookDelivery> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id);
    const endpoint = await findEndpoint(ctx, before.endpoint_id);
    if (endpoint.status !== 'enabled') throw notEnabled(endpoint.id, 'redeliver');
    const isDone = await ctx.db.run(redeliver, {
      deliveryId: id,
      now: ctx.now().toISOString(),
    });
    const after = await find(ctx, id);
    if (isDone) return await repository.withLastAttempt(ctx.db, after);
    await getEvent(ctx, before.event_id);
    const leased = await repository.leasedOf(ctx.db, endpoint.id);
    throw new ServiceError('SVC-INVALID-TRANSITION', {
      resource: 'webhookDelivery',
      id,
      from: repository.statusOf(after, leased),
      action: 'redeliver',
      allowed: [...redeliverable],
    });
  });
}

async function find(ctx: TenantContext, id: string): Promise<DeliveryRow> {
  const row = await repository.findDelivery(ctx.db, id);
  if (!row) throw new ServiceError('SVC-NOT-FOUND', { resource: 'webhookDelivery', id });
  return row;
}
