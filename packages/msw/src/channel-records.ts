import { createChannelBody, examples } from '@parley/contract';
import { channelRules } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import { toChannel } from './record-answers.ts';
import { seedsOf } from './seeds-of.ts';

export const channelRecords = fakeRecords(channelRules, {
  complete: toChannel,
  filters: () => ({
    includeArchived: (channel, include: boolean) => include || channel.archivedAt === null,
  }),
});

export const channelSeeds = seedsOf(
  createChannelBody,
  channelRecords,
  () => examples.createChannelBody,
);
