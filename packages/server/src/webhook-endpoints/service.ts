import {
  type CreateWebhookEndpointBody,
  type ListWebhookEndpointsQuery,
  mergeMetadata,
  type Page,
  ServiceError,
  type UpdateWebhookEndpointBody,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
  type WebhookSecret,
  webhookLimits,
} from '@parley/contract/schemas';
import { requireChannels } from '../channels/service.ts';
import { fromJson, toJson } from '../db/columns.ts';
import { differences } from '../events/differences.ts';
import type { Sealer } from '../sealing.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { cancelWaiting, disableEndpoint } from './disable.ts';
import { changeHeaders, noHeaders, sealHeaders } from './headers.ts';
import * as repository from './repository.ts';
import { syncRouting } from './routing.ts';
import { addSecret, readSecrets, removeSecrets, replaceSecret } from './secrets.ts';
import type { WebhookEndpointRow } from './table.ts';

// What a destination breaks was found out before the transaction, on the network. It is thrown inside,
// where its turn comes in the order of checks: after what is missing, and after what is taken.
type Refusal = ServiceError | undefined;

export async function listWebhookEndpoints(
  ctx: TenantContext,
  query: ListWebhookEndpointsQuery,
): Promise<Page<WebhookEndpoint>> {
  return await repository.listEndpoints(ctx.db, query);
}

export async function getWebhookEndpoint(ctx: TenantContext, id: string): Promise<WebhookEndpoint> {
  return await repository.withLane(ctx.db, await findEndpoint(ctx, id));
}

export async function createWebhookEndpoint(
  ctx: TenantContext,
  sealer: Sealer,
  body: CreateWebhookEndpointBody,
  refusal: Refusal,
): Promise<WebhookEndpointWithSecret> {
  return await inTransaction(ctx, async (ctx) => {
    if (body.channelIds) await requireChannels(ctx, body.channelIds);
    const taken = await repository.findEndpointByUrl(ctx.db, body.url);
    if (taken) throw conflict(taken.id);
    if (refusal) throw refusal;
    const max = webhookLimits.endpoints;
    if ((await repository.countEndpointsAlone(ctx.db)) >= max) {
      throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'webhook_endpoints', max });
    }
    const row = newRow(ctx, sealer, body);
    if (!(await repository.insertEndpoint(ctx.db, row))) throw await conflictOf(ctx, row);
    const secret = await addSecret(ctx, sealer, row.id);
    await syncRouting(ctx, row);
    return { ...repository.toWebhookEndpoint(row, undefined), secret };
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
    const before = await lock(ctx, id);
    if (body.channelIds) await requireChannels(ctx, body.channelIds);
    const wanted = changedRow(ctx, sealer, before, body);
    if (wanted.url !== before.url) {
      const taken = await repository.findEndpointByUrl(ctx.db, wanted.url);
      if (taken && taken.id !== id) throw conflict(taken.id);
      if (refusal) throw refusal;
    }
    if (!differences(before, wanted)) return await repository.withLane(ctx.db, before);
    return await save(ctx, wanted);
  });
}

/** What waits for it is canceled in the background; the row stays for the sake of its deliveries. */
export async function deleteWebhookEndpoint(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await lock(ctx, id);
    const at = ctx.now().toISOString();
    const after = { ...before, headers: noHeaders, updated_at: at, deleted_at: at };
    await repository.updateEndpoint(ctx.db, after);
    await removeSecrets(ctx, id);
    await syncRouting(ctx, after);
    await cancelWaiting(ctx, id);
  });
}

export async function getWebhookSecret(
  ctx: TenantContext,
  sealer: Sealer,
  id: string,
): Promise<WebhookSecret> {
  await findEndpoint(ctx, id);
  return await readSecrets(ctx, sealer, id);
}

export async function rotateWebhookSecret(
  ctx: TenantContext,
  sealer: Sealer,
  id: string,
  overlapHours: number,
): Promise<WebhookEndpointWithSecret> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lock(ctx, id);
    const secret = await replaceSecret(ctx, sealer, id, overlapHours);
    return { ...(await save(ctx, before)), secret };
  });
}

/** Its failures are forgotten; what it missed comes by a replay only. */
export async function enableWebhookEndpoint(
  ctx: TenantContext,
  id: string,
): Promise<WebhookEndpoint> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lock(ctx, id);
    if (before.status === 'enabled') return await repository.withLane(ctx.db, before);
    const enabled = { status: 'enabled', disabled_reason: null, disabled_at: null } as const;
    return await save(ctx, { ...before, ...enabled }, { fresh: true });
  });
}

export async function disableWebhookEndpoint(
  ctx: TenantContext,
  id: string,
): Promise<WebhookEndpoint> {
  return await inTransaction(ctx, async (ctx) => {
    await lock(ctx, id);
    await disableEndpoint(ctx, id, 'manual');
    return await getWebhookEndpoint(ctx, id);
  });
}

export async function findEndpoint(ctx: TenantContext, id: string): Promise<WebhookEndpointRow> {
  const row = await repository.findEndpoint(ctx.db, id);
  if (!row) throw missingEndpoint(id);
  return row;
}

/** For what only an enabled endpoint may be asked; in a transaction, whose end it then sees enabled. */
export async function lockEnabled(
  ctx: TenantContext,
  id: string,
  action: string,
): Promise<WebhookEndpointRow> {
  const row = await lock(ctx, id);
  if (row.status === 'enabled') return row;
  throw notEnabled(id, action);
}

export function notEnabled(id: string, action: string): ServiceError {
  return new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'webhookEndpoint',
    id,
    from: 'disabled',
    action,
    allowed: ['enabled'],
    suggestion: 'enable',
  });
}

export function missingEndpoint(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'webhookEndpoint', id });
}

/** Routing comes last: from there to the commit no event of the tenant is recorded. */
async function save(
  ctx: TenantContext,
  wanted: WebhookEndpointRow,
  options: { fresh?: boolean } = {},
): Promise<WebhookEndpoint> {
  const row = { ...wanted, updated_at: ctx.now().toISOString() };
  try {
    await inSavepoint(ctx, (ctx) => repository.updateEndpoint(ctx.db, row));
  } catch (error) {
    // Another endpoint took the address since it was looked for.
    throw repository.isTaken(error) ? await conflictOf(ctx, row) : error;
  }
  await syncRouting(ctx, row, options);
  return await repository.withLane(ctx.db, row);
}

function newRow(
  ctx: TenantContext,
  sealer: Sealer,
  body: CreateWebhookEndpointBody,
): WebhookEndpointRow {
  const id = ctx.newId('whe');
  const at = ctx.now().toISOString();
  return {
    id,
    url: body.url,
    url_key: repository.urlKey(body.url),
    description: body.description ?? null,
    status: 'enabled',
    disabled_reason: null,
    events: listColumn(body.events),
    channel_ids: body.channelIds ? listColumn(body.channelIds) : null,
    headers: sealHeaders(ctx, sealer, id, body.headers ?? {}),
    max_per_second: body.maxPerSecond ?? null,
    metadata: toJson(body.metadata ?? {}),
    created_at: at,
    updated_at: at,
    disabled_at: null,
    deleted_at: null,
  };
}

function changedRow(
  ctx: TenantContext,
  sealer: Sealer,
  before: WebhookEndpointRow,
  body: UpdateWebhookEndpointBody,
): WebhookEndpointRow {
  const { id: endpointId, headers: column } = before;
  const { description, channelIds, maxPerSecond, headers, metadata } = body;
  return {
    ...before,
    ...(body.url !== undefined &&
      body.url !== before.url && { url: body.url, url_key: repository.urlKey(body.url) }),
    ...(description !== undefined && { description }),
    ...(body.events && { events: listColumn(body.events) }),
    ...(channelIds !== undefined && { channel_ids: channelIds && listColumn(channelIds) }),
    ...(maxPerSecond !== undefined && { max_per_second: maxPerSecond }),
    ...(headers && { headers: changeHeaders(ctx, sealer, { endpointId, column }, headers) }),
    ...(metadata && { metadata: toJson(mergeMetadata(fromJson(before.metadata), metadata)) }),
  };
}

const listColumn = (items: readonly string[]) => toJson([...new Set(items)]);

async function lock(ctx: TenantContext, id: string): Promise<WebhookEndpointRow> {
  const row = await repository.lockEndpoint(ctx.db, id);
  if (!row) throw missingEndpoint(id);
  return row;
}

async function conflictOf(ctx: TenantContext, { url }: WebhookEndpointRow): Promise<ServiceError> {
  const other = await repository.findEndpointByUrl(ctx.db, url);
  return conflict(other?.id ?? null);
}

function conflict(existingId: string | null): ServiceError {
  return new ServiceError('SVC-CONFLICT', {
    resource: 'webhookEndpoint',
    field: 'url',
    existingId,
  });
}
