import {
  type CreateChannelBody,
  createChannelBody,
  examples,
  type UpdateChannelBody,
} from '@parley/contract';
import { addedAssignees, channelRules, type StoredChannel } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import { toChannel } from './record-answers.ts';
import { checkUser } from './records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import { addSandboxTemplates } from './template-records.ts';

const records = fakeRecords(channelRules, {
  complete: toChannel,
  limit: 'channels',
  filters: () => ({
    includeArchived: (channel, include: boolean) => include || channel.archivedAt === null,
  }),
});

export const channelRecords = {
  ...records,
  create(store: Store, body: CreateChannelBody): StoredChannel {
    checkUsers(store, addedAssignees(body));
    const channel = records.create(store, body);
    addSandboxTemplates(store, channel);
    return channel;
  },
  update(store: Store, id: string, body: UpdateChannelBody): StoredChannel {
    checkUsers(store, addedAssignees(body, records.get(store, id).settings.assigneeIds));
    return records.update(store, id, body);
  },
};

function checkUsers(store: Store, ids: readonly string[]): void {
  for (const id of ids) checkUser(store, id, 'settings.assigneeIds');
}

export const channelSeeds = seedsOf(
  createChannelBody,
  channelRecords,
  () => examples.createChannelBody,
);
