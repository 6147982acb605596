import {
  type Channel,
  type CreateChannelBody,
  channelCapabilities,
  type ListChannelsQuery,
  mergeMetadata,
  type Page,
  ServiceError,
  type UpdateChannelBody,
} from '@parley/contract/schemas';
import { differences } from '../events/differences.ts';
import { recordEvent } from '../events/service.ts';
import { givenFields } from '../given-fields.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import * as repository from './repository.ts';

const defaultSettings: Channel['settings'] = {
  windowEnforcement: 'known',
  threading: 'single',
  throttlePerSecond: null,
};

export async function listChannels(
  ctx: TenantContext,
  query: ListChannelsQuery,
): Promise<Page<Channel>> {
  return await repository.listChannels(ctx.db, query);
}

export async function getChannel(ctx: TenantContext, id: string): Promise<Channel> {
  const channel = await repository.findChannel(ctx.db, id);
  if (!channel) throw notFound(id);
  return channel;
}

/** Throws for the first of them that is missing; a deleted channel is none the less one of the tenant's. */
export async function requireChannels(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  const known = new Set(await repository.findChannelIds(ctx.db, ids));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(missing);
}

export async function createChannel(ctx: TenantContext, body: CreateChannelBody): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    const channel = newChannel(ctx, body);
    if (!(await repository.insertChannel(ctx.db, channel))) throw await taken(ctx, channel);
    recordEvent(ctx, 'channel.created', { subject: subjectOf(channel), object: channel });
    return channel;
  });
}

export async function updateChannel(
  ctx: TenantContext,
  id: string,
  body: UpdateChannelBody,
): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lockLiveChannel(ctx, id, 'update');
    const wanted: Channel = {
      ...before,
      name: body.name ?? before.name,
      address: body.address === undefined ? before.address : body.address,
      settings: { ...before.settings, ...givenFields(body.settings ?? {}) },
      metadata: body.metadata ? mergeMetadata(before.metadata, body.metadata) : before.metadata,
    };
    return await save(ctx, before, wanted, 'channel.updated');
  });
}

export async function enableChannel(ctx: TenantContext, id: string): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lockLiveChannel(ctx, id, 'enable');
    return await saveStatus(ctx, before, { status: 'active', statusReason: null });
  });
}

export async function disableChannel(ctx: TenantContext, id: string): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await lockLiveChannel(ctx, id, 'disable');
    return await saveStatus(ctx, before, { status: 'disabled', statusReason: 'manual' });
  });
}

/** Archives it. Its queued messages fail as their delivery jobs come to them. */
export async function deleteChannel(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await repository.lockChannel(ctx.db, id);
    if (!before || before.status === 'archived') throw notFound(id);
    const at = ctx.now().toISOString();
    const after: Channel = {
      ...before,
      status: 'archived',
      statusReason: null,
      updatedAt: at,
      archivedAt: at,
    };
    await repository.updateChannel(ctx.db, after);
    recordEvent(ctx, 'channel.deleted', { subject: subjectOf(after), object: after });
  });
}

/** The provider refuses the whole channel: it sends no more until somebody enables it, or a send succeeds. */
export async function reportChannelError(
  ctx: TenantContext,
  id: string,
  error: NonNullable<Channel['lastError']> & { reason: string | null },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await repository.lockChannel(ctx.db, id);
    if (!before || before.status === 'archived') return;
    const { reason, ...lastError } = error;
    const noted: Channel = { ...before, lastError, lastErrorAt: ctx.now().toISOString() };
    await repository.updateChannel(ctx.db, noted);
    if (before.status !== 'active' && before.status !== 'pending') return;
    await saveStatus(ctx, noted, { status: 'error', statusReason: reasonOf(reason) });
  });
}

/** A message went out on a channel that was thought to be broken. */
export async function reportChannelWorks(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await repository.lockChannel(ctx.db, id);
    if (before?.status !== 'error') return;
    await saveStatus(ctx, before, { status: 'active', statusReason: null });
  });
}

export async function noteInbound(ctx: TenantContext, channel: Channel, at: string): Promise<void> {
  await repository.touchInbound(ctx.db, channel, at);
}

export const { readSettings } = repository;

function newChannel(ctx: TenantContext, body: CreateChannelBody): Channel {
  const at = ctx.now().toISOString();
  return {
    id: ctx.newId('chn'),
    name: body.name,
    type: body.type,
    provider: body.provider,
    // The sandbox takes no credentials: there is nothing to check before it may send.
    status: 'active',
    statusReason: null,
    address: body.address ?? null,
    externalId: body.externalId ?? null,
    capabilities: channelCapabilities[body.type],
    settings: { ...defaultSettings, ...givenFields(body.settings ?? {}) },
    lastInboundAt: null,
    lastOutboundAt: null,
    lastErrorAt: null,
    lastError: null,
    metadata: body.metadata ?? {},
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  };
}

async function lockLiveChannel(ctx: TenantContext, id: string, action: string): Promise<Channel> {
  const channel = await repository.lockChannel(ctx.db, id);
  if (!channel) throw notFound(id);
  if (channel.status !== 'archived') return channel;
  throw new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'channel',
    id,
    from: 'archived',
    action,
    allowed: [],
  });
}

async function saveStatus(
  ctx: TenantContext,
  before: Channel,
  change: Pick<Channel, 'status' | 'statusReason'>,
): Promise<Channel> {
  if (before.status === change.status) return before;
  return await save(ctx, before, { ...before, ...change }, 'channel.status_changed');
}

async function save(
  ctx: TenantContext,
  before: Channel,
  wanted: Channel,
  event: 'channel.updated' | 'channel.status_changed',
): Promise<Channel> {
  const previous = differences(before, wanted);
  if (!previous) return before;
  const after = { ...wanted, updatedAt: ctx.now().toISOString() };
  await repository.updateChannel(ctx.db, after);
  recordEvent(ctx, event, { subject: subjectOf(after), object: after, previous });
  return after;
}

function reasonOf(reason: string | null): Channel['statusReason'] {
  return reason === 'billing' || reason === 'restricted' || reason === 'not_ready'
    ? reason
    : 'auth';
}

async function taken(ctx: TenantContext, { type, externalId }: Channel): Promise<ServiceError> {
  const other =
    externalId === null
      ? undefined
      : await repository.findChannelByExternalId(ctx.db, type, externalId);
  return new ServiceError('SVC-CONFLICT', {
    resource: 'channel',
    field: 'externalId',
    existingId: other?.id ?? null,
  });
}

function notFound(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'channel', id });
}

function subjectOf(channel: Channel) {
  return { type: 'channel', id: channel.id };
}
