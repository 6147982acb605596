import { defaultChannelSettings, type StoredChannel } from '@parley/domain';
import { cell, cellsIn } from '../db/rows-in.ts';
import { nameKey } from '../db/sort-keys.ts';
import { defineTable, json, jsonOver, plain, type RowOf } from '../db/table.ts';

export const channelsTable = defineTable<StoredChannel>()('channels', {
  fields: {
    id: plain,
    name: plain,
    type: plain,
    provider: plain,
    status: plain,
    statusReason: plain,
    address: plain,
    externalId: plain,
    config: json,
    credentials: json,
    verification: json,
    quality: json,
    templatesSyncedAt: plain,
    settings: jsonOver(defaultChannelSettings),
    lastInboundAt: plain,
    lastOutboundAt: plain,
    lastErrorAt: plain,
    lastError: json,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
    archivedAt: plain,
  },
  keys: { name_key: ({ name }) => nameKey(name) },
  sorts: { name: 'name_key' },
  extra: { paused_until: 0, pause_ms: 0, last_assignee_id: null as string | null },
});

export type ChannelRow = RowOf<typeof channelsTable>;

export const channelSecretsTable = cellsIn('channel_secrets', {
  channel_id: cell<string>(),
  version: cell<number>(),
  sealed: cell<string>(),
});

export type ChannelSecretsRow = RowOf<typeof channelSecretsTable>;
