import { tagKey } from '@parley/contract/schemas';
import { shownTag, tagRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { readTagCounts } from './statements/read-tag-counts.ts';
import { tagsTable } from './table.ts';

export const tags = defineRecords(tagsTable, tagRules, {
  complete: {
    read: async (ctx, tags) =>
      await Promise.all(tags.map(({ name }) => ctx.db.run(readTagCounts, tagKey(name)))),
    fresh: () => ({}),
    make: (tag, counts) => ({ record: shownTag(tag, counts) }),
  },
});
