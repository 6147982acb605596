import { type CreateChannelBody, createChannelBody, examples } from '@parley/contract';
import { channelRules, type StoredChannel } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import { toChannel } from './record-answers.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import { addSandboxTemplates } from './template-records.ts';

const records = fakeRecords(channelRules, {
  complete: toChannel,
  filters: () => ({
    includeArchived: (channel, include: boolean) => include || channel.archivedAt === null,
  }),
});

export const channelRecords = {
  ...records,
  create(store: Store, body: CreateChannelBody): StoredChannel {
    const channel = records.create(store, body);
    addSandboxTemplates(store, channel);
    return channel;
  },
};

export const channelSeeds = seedsOf(
  createChannelBody,
  channelRecords,
  () => examples.createChannelBody,
);
