import { isSame, retagged, type TagEntity } from '@parley/domain';
import { cannedResponses } from '../canned-responses/records.ts';
import { contacts } from '../contacts/records.ts';
import { saveTogether } from '../contacts/save-together.ts';
import { conversations } from '../conversations/records.ts';
import { tagsKey } from '../db/sort-keys.ts';
import type { Table } from '../db/table.ts';
import { deals } from '../deals/records.ts';
import { knowledgeFaqs } from '../knowledge-faqs/service.ts';
import { knowledgeSources } from '../knowledge-sources/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { tickets } from '../tickets/records.ts';

interface Tagged {
  readonly id: string;
  readonly tags: string[];
}

/** Replaces the tag that has this key in these records by the new name, or removes it. Call it in a transaction. */
type Retag = (
  ctx: TenantContext,
  ids: readonly string[],
  change: { readonly key: string; readonly name: string | null },
) => Promise<void>;

interface Change<Rec> {
  readonly before: Rec;
  readonly wanted: Rec;
}

function retagging<Rec extends Tagged, Row extends TaggedRow>(
  { table, save }: Records<Rec, Row>,
  saveTogether = oneByOne(save),
): Retag {
  return async (ctx, ids, { key, name }) => {
    const rows = await ctx.db.select(table).whereIn('id', ids).orderBy('id').forUpdate();
    const changes = rows.map(table.toRecord).map((before) => {
      return { before, wanted: { ...before, tags: retagged(before.tags, key, name) } };
    });
    await saveTogether(ctx, changes);
    for (const { before, wanted } of changes) {
      // An older version wrote another key for a tag with a line break. Without this, the record would be found again.
      if (isSame(wanted.tags, before.tags)) {
        await ctx.db.update(table, idOf<Row>(before), keysOf(wanted.tags));
      }
    }
  };
}

interface Records<Rec, Row> {
  readonly table: Table<Rec, Row>;
  save(ctx: TenantContext, before: Rec, wanted: Rec): Promise<unknown>;
}

function oneByOne<Rec>(save: Records<Rec, never>['save']) {
  return async (ctx: TenantContext, changes: readonly Change<Rec>[]): Promise<void> => {
    for (const { before, wanted } of changes) await save(ctx, before, wanted);
  };
}

interface TaggedRow {
  id: string;
  tags_key: string;
}

const idOf = <Row extends TaggedRow>({ id }: { readonly id: string }) => ({ id }) as Partial<Row>;
const keysOf = <Row extends TaggedRow>(tags: readonly string[]) =>
  ({ tags_key: tagsKey(tags) }) as Partial<Row>;

/** Changes the tags of records, by the kind of record. */
export const holders: { readonly [Entity in TagEntity]: Retag } = {
  contact: retagging(contacts, saveTogether),
  conversation: retagging(conversations),
  deal: retagging(deals),
  ticket: retagging(tickets),
  knowledgeSource: retagging(knowledgeSources),
  knowledgeFaq: retagging(knowledgeFaqs),
  cannedResponse: retagging(cannedResponses),
};
