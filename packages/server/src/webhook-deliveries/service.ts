import type { WebhookDelivery, WebhookDeliveryDetail } from '@parley/contract/schemas';
import { checkEnabled, deliveryStatus, notFound, notRedeliverable } from '@parley/domain';
import { getEvent } from '../events/log.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findEndpoint } from '../webhook-endpoints/records.ts';
import * as repository from './repository.ts';
import { redeliver } from './statements/redeliver.ts';
import { type DeliveryRow, deliveriesTable } from './table.ts';

export async function getWebhookDelivery(
  ctx: TenantContext,
  id: string,
): Promise<WebhookDeliveryDetail> {
  return await repository.withAttempts(ctx.db, await find(ctx, id));
}

/** Sends a delivery again, with a new schedule of attempts. */
export async function redeliverWebhook(ctx: TenantContext, id: string): Promise<WebhookDelivery> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id);
    const endpoint = await findEndpoint(ctx, before.endpoint_id);
    checkEnabled(endpoint, 'redeliver');
    const isDone = await ctx.db.run(redeliver, {
      deliveryId: id,
      now: ctx.now().toISOString(),
    });
    const after = await find(ctx, id);
    if (isDone) return await repository.withLastAttempt(ctx.db, after);
    await getEvent(ctx, before.event_id);
    const leased = await repository.leasedOf(ctx.db, endpoint.id);
    const stored = deliveriesTable.toRecord(after);
    throw notRedeliverable(id, deliveryStatus(stored, leased.includes(id)));
  });
}

async function find(ctx: TenantContext, id: string): Promise<DeliveryRow> {
  const row = await ctx.db.select(deliveriesTable).where({ id }).first();
  if (!row) throw notFound('webhookDelivery', id);
  return row;
}
