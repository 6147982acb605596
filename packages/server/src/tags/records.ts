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

async function withCounts(ctx: TenantContext, stored: readonly StoredTag[]): Promise<Tag[]> {
  const counts = await Promise.all(
    stored.map(({ name }) => ctx.db.run(readTagCounts, tagKey(name))),
  );
  return stored.map((tag, place) => shownTag(tag, counts[place] ?? {}));
}
