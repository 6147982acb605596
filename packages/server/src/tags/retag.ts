import type { TagEntity } from '@parley/contract/schemas';
import { isSame, retagged } from '@parley/domain';
import { tagsKey } from '../db/sort-keys.ts';
import type { Table } from '../db/table.ts';
import { taggedRecords } from '../generated/tagged-records.ts';
import type { TenantContext } from '../tenancy/context.ts';

interface Tagged {
  readonly id: string;
  readonly tags: string[];
}

interface TaggedRow {
  id: string;
  tags_key: string;
}

/** The functions that every kind of record with tags has. */
interface Records {
  readonly table: Table<Tagged, TaggedRow>;
  saveTogether(
    ctx: TenantContext,
    changes: readonly { readonly before: Tagged; readonly wanted: Tagged }[],
  ): Promise<void>;
}

/**
 * Replaces the tag that has this key in these records of a kind by the new name, or removes it. Call it in a
 * transaction.
 */
export async function retag(
  ctx: TenantContext,
  entity: TagEntity,
  { ids, key, name }: { ids: readonly string[]; key: string; name: string | null },
): Promise<void> {
  // Each kind of record in the list has these fields and columns.
  const { table, saveTogether } = taggedRecords[entity] as Records;
  const rows = await ctx.db.select(table).whereIn('id', ids).orderBy('id').forUpdate();
  const changes = rows.map(table.toRecord).map((before) => {
    return { before, wanted: { ...before, tags: retagged(before.tags, key, name) } };
  });
  await saveTogether(ctx, changes);
  for (const { before, wanted } of changes) {
    // An older version wrote another key for a tag with a line break. Without this, the record would be found again.
    if (isSame(wanted.tags, before.tags)) {
      await ctx.db.update(table, { id: before.id }, { tags_key: tagsKey(wanted.tags) });
    }
  }
}
