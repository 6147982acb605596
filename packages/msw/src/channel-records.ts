import {
  type Channel,
  type CreateChannelBody,
  channelCapabilities,
  ServiceError,
} from '@parley/contract';
import { givenFields } from '@parley/domain';
import { recordChannel } from './events.ts';
import { changeRecord, getRecord } from './records.ts';
import type { Store } from './store.ts';

/** A sandbox channel is active at once. Throws SVC-CONFLICT when the externalId is taken. */
export function insertChannel(store: Store, body: CreateChannelBody): Channel {
  const externalId = body.externalId ?? null;
  const holder = [...store.channels.values()].find(
    (channel) =>
      externalId !== null &&
      channel.type === body.type &&
      channel.externalId === externalId &&
      channel.archivedAt === null,
  );
  if (holder) {
    throw new ServiceError('SVC-CONFLICT', {
      resource: 'channel',
      field: 'externalId',
      existingId: holder.id,
    });
  }
  const now = store.now();
  const channel: Channel = {
    id: store.newId('channel'),
    name: body.name,
    type: body.type,
    provider: body.provider,
    status: 'active',
    statusReason: null,
    address: body.address ?? null,
    externalId,
    capabilities: channelCapabilities[body.type],
    settings: { ...defaultSettings, ...givenFields(body.settings ?? {}) },
    lastInboundAt: null,
    lastOutboundAt: null,
    lastErrorAt: null,
    lastError: null,
    metadata: body.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
  store.channels.set(channel.id, channel);
  return channel;
}

export function getChannel(store: Store, id: string): Channel {
  return getRecord(store.channels, 'channel', id);
}

export function changeStatus(
  store: Store,
  channel: Channel,
  change: Pick<Channel, 'status' | 'statusReason'>,
  at: string,
): void {
  const previous = changeRecord(channel, change, at);
  if (previous) recordChannel(store, 'channel.status_changed', channel, previous);
}

/** Throws SVC-CHANNEL-UNAVAILABLE unless the channel is active. */
export function checkActive(channel: Channel): void {
  if (channel.status !== 'active') throw unavailable(channel);
}

/** Throws SVC-CHANNEL-UNAVAILABLE when the channel is deleted: any other still hears customers and reports. */
export function checkHears(channel: Channel): void {
  if (channel.status === 'archived') throw unavailable(channel);
}

function unavailable({ id, status, statusReason }: Channel): ServiceError {
  return new ServiceError('SVC-CHANNEL-UNAVAILABLE', {
    channelId: id,
    status,
    reason: statusReason,
  });
}

const defaultSettings: Channel['settings'] = {
  windowEnforcement: 'known',
  threading: 'single',
  throttlePerSecond: null,
};
