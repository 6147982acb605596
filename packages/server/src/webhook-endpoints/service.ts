import type {
  CreateWebhookEndpointBody,
  ServiceError,
  UpdateWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '@parley/contract/schemas';
import {
  checkEnabled,
  checkEndpointLimit,
  deleted,
  enabledEndpoint,
  webhookEndpointRules,
} from '@parley/domain';
import { requireChannels } from '../channels/service.ts';
import type { Sealer } from '../sealing.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { cancelWaiting, disableEndpoint } from './disable.ts';
import { sealChanges, sealHeaders } from './headers.ts';
import { rewrite, webhookEndpoints } from './records.ts';
import { syncRouting } from './routing.ts';
import { addSecret, removeSecrets, replaceSecret } from './secrets.ts';
import { webhookEndpointsTable } from './table.ts';

// The destination was checked on the network before the transaction. Its error is thrown inside, in the order of checks: after
// not found and conflict.
type Refusal = ServiceError | undefined;

export async function createWebhookEndpoint(
  ctx: TenantContext,
  sealer: Sealer,
  body: CreateWebhookEndpointBody,
  refusal: Refusal,
): Promise<WebhookEndpointWithSecret> {
  return await inTransaction(ctx, async (ctx) => {
    if (body.channelIds) await requireChannels(ctx, body.channelIds);
    const made = { id: ctx.newId('whe'), at: ctx.now().toISOString() };
    const headers = sealHeaders(ctx, sealer, made.id, body.headers ?? {});
    const endpoint = webhookEndpointRules.initial({ ...body, headers }, made);
    await webhookEndpoints.requireFree(ctx, endpoint);
    if (refusal) throw refusal;
    checkEndpointLimit(await countEndpointsAlone(ctx));
    const answer = await webhookEndpoints.add(ctx, endpoint);
    const secret = await addSecret(ctx, sealer, endpoint.id);
    await syncRouting(ctx, endpoint);
    return { ...answer, secret };
  });
}

export async function updateWebhookEndpoint(
  ctx: TenantContext,
  sealer: Sealer,
  id: string,
  body: UpdateWebhookEndpointBody,
  refusal: Refusal,
): Promise<WebhookEndpoint> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await webhookEndpoints.take(ctx, id);
    if (body.channelIds) await requireChannels(ctx, body.channelIds);
    const headers = sealChanges(ctx, sealer, before, body.headers ?? {});
    const at = ctx.now().toISOString();
    const wanted = webhookEndpointRules.changed(before, { ...body, headers }, at);
    if (wanted.url !== before.url) {
      await webhookEndpoints.requireFree(ctx, wanted);
      if (refusal) throw refusal;
    }
    return await webhookEndpoints.save(ctx, before, wanted);
  });
}

/**
 * Deletes an endpoint. Its waiting deliveries are canceled in the background. Its row stays, because deliveries refer
 * to it.
 */
export async function deleteWebhookEndpoint(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const endpoint = await webhookEndpoints.take(ctx, id);
    await removeSecrets(ctx, id);
    await rewrite(ctx, endpoint, deleted(endpoint, ctx.now().toISOString()));
    await cancelWaiting(ctx, id);
  });
}

export async function rotateWebhookSecret(
  ctx: TenantContext,
  sealer: Sealer,
  id: string,
  overlapHours: number | undefined,
): Promise<WebhookEndpointWithSecret> {
  return await inTransaction(ctx, async (ctx) => {
    const endpoint = await webhookEndpoints.take(ctx, id);
    const secret = await replaceSecret(ctx, sealer, id, overlapHours);
    const after = { ...endpoint, updatedAt: ctx.now().toISOString() };
    await rewrite(ctx, endpoint, after);
    return { ...(await webhookEndpoints.show(ctx, after)), secret };
  });
}

export async function enableWebhookEndpoint(
  ctx: TenantContext,
  id: string,
): Promise<WebhookEndpoint> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await webhookEndpoints.take(ctx, id);
    return await webhookEndpoints.save(ctx, before, enabledEndpoint(before));
  });
}

export async function disableWebhookEndpoint(
  ctx: TenantContext,
  id: string,
): Promise<WebhookEndpoint> {
  return await inTransaction(ctx, async (ctx) => {
    await webhookEndpoints.take(ctx, id);
    await disableEndpoint(ctx, id, 'manual');
    return await webhookEndpoints.get(ctx, id);
  });
}

/**
 * Locks an endpoint for an action. Throws SVC-INVALID-TRANSITION unless it is enabled. Call it in a transaction: the
 * endpoint stays enabled until the end of the transaction.
 */
export async function lockEnabled(ctx: TenantContext, id: string, action: string): Promise<void> {
  checkEnabled(await webhookEndpoints.take(ctx, id), action);
}

/**
 * Counts the endpoints under a lock until the end of the transaction, so that concurrent requests cannot exceed the
 * limit.
 */
async function countEndpointsAlone(ctx: TenantContext): Promise<number> {
  await lockTenant(ctx);
  return await ctx.db.select(webhookEndpointsTable).whereNull('deleted_at').count();
}
