import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tag } from '@parley/contract/schemas';
import { type StoredTag, shownTag, tagKey, tagRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { readTagCounts } from './statements/read-tag-counts.ts';
import { tagsTable } from './table.ts';

export const tags = defineRecords(tagsTable, tagRules, {
  complete: withCounts,
  fresh: (tag) => shownTag(tag, {}),
});

/** Returns tags with their counts. Yields between tags, because on SQLite each count takes some milliseconds. */
async function withCounts(ctx: TenantContext, stored: readonly StoredTag[]): Promise<Tag[]> {
  const shown: Tag[] = [];
  for (const tag of stored) {
    if (shown.length > 0) await nextTurn();
    shown.push(shownTag(tag, await ctx.db.run(readTagCounts, tagKey(tag.name))));
  }
  return shown;
}
