import type { WebhookEndpoint } from '@parley/contract/schemas';
import { disabledEndpoint, systemActor } from '@parley/domain';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { cancelDeliveries } from '../webhook-deliveries/statements/cancel-deliveries.ts';
import { webhookEndpoints } from './records.ts';
import { lockLanes } from './statements/lock-lanes.ts';
import { webhookLanesTable } from './table.ts';

export const canceledAtOnce = 1_000;

/**
 * Disables an endpoint and cancels its waiting deliveries. Returns false when it was not enabled. If the server
 * disables it, as `gone` or `failing`, records an event for the other endpoints of the tenant.
 */
export async function disableEndpoint(
  ctx: TenantContext,
  id: string,
  reason: NonNullable<WebhookEndpoint['disabledReason']>,
  /** The version of the endpoint lane that the caller knows. If the endpoint has changed since, it is not disabled. */
  version?: number,
): Promise<boolean> {
  return await inTransaction({ ...ctx, actor: systemActor }, async (ctx) => {
    const before = await webhookEndpoints.lock(ctx, id);
    if (!before || before.status === 'disabled') return false;
    if (reason !== 'manual') await ctx.db.run(lockLanes, null);
    if (version !== undefined && (await versionOf(ctx, id)) !== version) return false;
    await webhookEndpoints.save(
      ctx,
      before,
      disabledEndpoint(before, reason, ctx.now().toISOString()),
    );
    await cancelWaiting(ctx, id);
    return true;
  });
}

/**
 * Cancels the waiting deliveries of a disabled or deleted endpoint: the first batch at once, the rest in the
 * background.
 */
export async function cancelWaiting(ctx: TenantContext, endpointId: string): Promise<void> {
  const version = await versionOf(ctx, endpointId);
  const input = { endpointId, version, now: ctx.now().toISOString(), limit: canceledAtOnce };
  if ((await ctx.db.run(cancelDeliveries, input)) < canceledAtOnce) return;
  await enqueue(ctx, 'cancel-deliveries', { endpointId, version });
}

/** Returns the version of the endpoint lane. Every change of the endpoint increases it. */
async function versionOf({ db }: TenantContext, id: string): Promise<number> {
  const lane = await db.select(webhookLanesTable).where({ endpoint_id: id }).first();
  if (!lane) throw new Error(`${id} has no lane`);
  return lane.version;
}
