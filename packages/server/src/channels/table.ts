import type { StoredChannel } from '@parley/domain';
import { nameKey } from '../db/sort-keys.ts';
import { defineTable, json, plain, type RowOf } from '../db/table.ts';

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
    settings: json,
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
});

export type ChannelRow = RowOf<typeof channelsTable>;
