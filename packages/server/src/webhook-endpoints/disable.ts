import type { WebhookEndpoint } from '@parley/contract/schemas';
import { differences } from '../events/differences.ts';
import { recordEvent } from '../events/service.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { cancelDeliveries } from '../webhook-deliveries/statements/cancel-deliveries.ts';
import { toWebhookEndpoint } from './repository.ts';
import { syncRouting } from './routing.ts';
import { lockLanes } from './statements/lock-lanes.ts';
import { type WebhookEndpointRow, webhookEndpointsTable, webhookLanesTable } from './table.ts';

export const canceledAtOnce = 1_000;

/**
 * Sends it nothing more and cancels what waits; false when it was not enabled. By a rule, `gone` or
 * `failing`, it is an event, which the other endpoints of the tenant get.
 */
export async function disableEndpoint(
  ctx: TenantContext,
  id: string,
  reason: NonNullable<WebhookEndpoint['disabledReason']>,
  /** Of its lane: what was learnt of an older one says nothing of the address that it has now. */
  version?: number,
): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await ctx.db.select(webhookEndpointsTable).where({ id }).forUpdate().first();
    if (!before || before.deleted_at !== null || before.status === 'disabled') return false;
    if (reason !== 'manual') await ctx.db.run(lockLanes, null);
    if (version !== undefined && (await versionOf(ctx, id)) !== version) return false;
    const at = ctx.now().toISOString();
    const change = {
      status: 'disabled',
      disabled_reason: reason,
      disabled_at: at,
      updated_at: at,
    } as const;
    await ctx.db.update(webhookEndpointsTable, { id }, change);
    await syncRouting(ctx, { ...before, ...change });
    await cancelWaiting(ctx, id);
    if (reason !== 'manual') await recordDisabled(ctx, before, { ...before, ...change });
    return true;
  });
}

/**
 * Cancels what waits for an endpoint that is disabled or deleted now: the first of it at once, the rest in
 * the background.
 */
export async function cancelWaiting(ctx: TenantContext, endpointId: string): Promise<void> {
  const version = await versionOf(ctx, endpointId);
  const input = { endpointId, version, now: ctx.now().toISOString(), limit: canceledAtOnce };
  if ((await ctx.db.run(cancelDeliveries, input)) < canceledAtOnce) return;
  await enqueue(ctx, 'cancel-deliveries', { endpointId, version });
}

/** Every change of the endpoint makes it a higher one. */
async function versionOf({ db }: TenantContext, id: string): Promise<number> {
  const lane = await db.select(webhookLanesTable).where({ endpoint_id: id }).first();
  if (!lane) throw new Error(`${id} has no lane`);
  return lane.version;
}

async function recordDisabled(
  ctx: TenantContext,
  before: WebhookEndpointRow,
  after: WebhookEndpointRow,
): Promise<void> {
  const { id } = after;
  const lane = await ctx.db.select(webhookLanesTable).where({ endpoint_id: id }).first();
  const object = toWebhookEndpoint(after, lane);
  const { updatedAt: _updatedAt, ...previous } =
    differences(toWebhookEndpoint(before, lane), object) ?? {};
  const system = { type: 'system', id: null, grantId: null } as const;
  recordEvent({ ...ctx, actor: system }, 'webhook_endpoint.disabled', {
    subject: { type: 'webhook_endpoint', id },
    object,
    previous,
  });
}
