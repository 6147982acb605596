import { channelRules } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import { toChannel } from './record-answers.ts';

export const channelRecords = fakeRecords(channelRules, {
  complete: toChannel,
  filters: () => ({
    includeArchived: (channel, include: boolean) => include || channel.archivedAt === null,
  }),
});
