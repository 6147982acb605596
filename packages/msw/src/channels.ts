import { type Channel, type Contract, mergeMetadata, ServiceError } from '@parley/contract';
import { fold, givenFields } from '@parley/domain';
import { changeStatus, getChannel, insertChannel } from './channel-records.ts';
import { recordChannel } from './events.ts';
import { isAnyOf, isWithin } from './filters.ts';
import { receiveInbound } from './inbound.ts';
import { paginate, readSort } from './pages.ts';
import { changeRecord } from './records.ts';
import { failQueuedOf, resumeChannel } from './sandbox.ts';
import { reportStatus } from './status-reports.ts';
import type { Fakes } from './types.ts';

export const channels: Fakes<Contract['channels']> = {
  list: ({ query }, store) => {
    const { field, descending } = readSort(query.sort);
    const found = [...store.channels.values()].filter(
      (channel) =>
        (query.status || query.includeArchived || channel.archivedAt === null) &&
        isAnyOf(query.type, channel.type) &&
        isAnyOf(query.status, channel.status) &&
        isWithin(channel.createdAt, query.createdAfter, query.createdBefore),
    );
    const page = paginate(found, {
      list: 'channels',
      tenantId: store.tenant.id,
      query,
      key: (channel) => (field === 'name' ? fold(channel.name) : channel.createdAt),
      id: (channel) => channel.id,
      descending,
    });
    return { status: 200, body: page };
  },
  create: ({ body }, store) => {
    const channel = insertChannel(store, body);
    recordChannel(store, 'channel.created', channel, null);
    return { status: 201, body: channel };
  },
  get: ({ params }, store) => ({ status: 200, body: getChannel(store, params.id) }),
  update: ({ params, body }, store) => {
    const channel = getChannel(store, params.id);
    refuseArchived(channel, 'update');
    const { metadata, settings, ...fields } = body;
    const change = {
      ...givenFields(fields),
      settings: { ...channel.settings, ...givenFields(settings ?? {}) },
      ...(metadata ? { metadata: mergeMetadata(channel.metadata, metadata) } : {}),
    };
    const previous = changeRecord(channel, change, store.now());
    if (previous) recordChannel(store, 'channel.updated', channel, previous);
    return { status: 200, body: channel };
  },
  delete: ({ params }, store) => {
    const channel = getChannel(store, params.id);
    if (channel.archivedAt !== null) {
      throw new ServiceError('SVC-NOT-FOUND', { resource: 'channel', id: params.id });
    }
    const now = store.now();
    Object.assign(channel, {
      status: 'archived',
      statusReason: null,
      archivedAt: now,
      updatedAt: now,
    });
    recordChannel(store, 'channel.deleted', channel, null);
    failQueuedOf(store, channel.id);
    return { status: 204, body: undefined };
  },
  enable: ({ params }, store) => {
    const channel = getChannel(store, params.id);
    refuseArchived(channel, 'enable');
    if (channel.status !== 'active') {
      const change = { status: 'active', statusReason: null } as const;
      changeStatus(store, channel, change, store.now());
      resumeChannel(store, channel.id);
    }
    return { status: 200, body: channel };
  },
  disable: ({ params }, store) => {
    const channel = getChannel(store, params.id);
    refuseArchived(channel, 'disable');
    if (channel.status !== 'disabled') {
      const change = { status: 'disabled', statusReason: 'manual' } as const;
      changeStatus(store, channel, change, store.now());
    }
    return { status: 200, body: channel };
  },
  simulateInbound: ({ params, body }, store) => {
    const channel = getChannel(store, params.id);
    return { status: 202, body: receiveInbound(store, channel, body) };
  },
  simulateStatus: ({ params, body }, store) => {
    const channel = getChannel(store, params.id);
    return { status: 202, body: reportStatus(store, channel, body) };
  },
};

function refuseArchived(channel: Channel, action: string): void {
  if (channel.archivedAt === null) return;
  throw new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'channel',
    id: channel.id,
    from: 'archived',
    action,
    allowed: [],
  });
}
