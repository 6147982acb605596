import type {
  BatchKnowledgeFaqItem,
  BatchKnowledgeFaqsBody,
  KnowledgeFaq,
  KnowledgeFaqBatch,
} from '@parley/contract/schemas';
import { faqOfItem } from '@parley/domain';
import { putEach } from '../crud/batch.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { RunAgainError } from '../db/failures.ts';
import type { NewRecord } from '../knowledge/edit-index.ts';
import { knowledgeSourcesTable } from '../knowledge-sources/table.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { entryOf, putIntoIndex } from './indexing.ts';
import { changeFaq, knowledgeFaqs, type PlannedFaq } from './service.ts';
import { knowledgeFaqsTable } from './table.ts';

/**
 * Creates FAQs in one transaction, in which each item succeeds or fails alone. Changes an FAQ that `find` returns for
 * the `externalId` of an item instead. The index is written once for all.
 */
export async function batchKnowledgeFaqs(
  ctx: TenantContext,
  { items }: BatchKnowledgeFaqsBody,
  plans: readonly PlannedFaq[],
  find: Find = lockFaqs,
): Promise<KnowledgeFaqBatch> {
  return await inTransaction(ctx, async (ctx) => {
    // Two batches that change the same records in different order would deadlock.
    await ctx.db.run(lockKind, { kind: 'knowledgeFaq' });
    await lockSources(ctx, items);
    const faqOf = await readAhead(ctx, items, find);
    const outcomes = await putEach(ctx, items, (ctx, item, index) =>
      put(ctx, item, plans[index] as PlannedFaq, faqOf),
    );
    // If two items change the same FAQ, the later one applies.
    const entries = new Map<string, NewRecord>();
    const results = outcomes.map((outcome, index) => {
      if (outcome.status === 'error') return { index, faq: null, ...outcome };
      const { entry, ...result } = outcome;
      if (entry) entries.set(entry.id, entry);
      return { index, error: null, ...result };
    });
    await putIntoIndex(ctx, [...entries.values()]);
    return { results };
  });
}

/** Locks and returns the FAQs that have one of these values of `externalId`. */
type Find = (ctx: TenantContext, externalIds: readonly string[]) => Promise<KnowledgeFaq[]>;

type FaqOf = (ctx: TenantContext, item: BatchKnowledgeFaqItem) => Promise<KnowledgeFaq | undefined>;

/** Locks the sources of the items before any FAQ. The deletion of a source locks them in this order, too. */
async function lockSources({ db }: TenantContext, items: readonly BatchKnowledgeFaqItem[]) {
  const ids = new Set(items.flatMap(({ sourceId }) => sourceId ?? []));
  if (ids.size === 0) return;
  await db
    .select(knowledgeSourcesTable)
    .whereIn('id', [...ids])
    .sortBy('id')
    .forUpdate();
}

async function lockFaqs({ db }: TenantContext, externalIds: readonly string[]) {
  if (externalIds.length === 0) return [];
  const rows = db.select(knowledgeFaqsTable).whereIn('external_id', externalIds);
  return (await rows.sortBy('id').forUpdate()).map(knowledgeFaqsTable.toRecord);
}

/**
 * Returns a function that returns the FAQ of an item. Finds all of them at once, and again only for an item with the
 * `externalId` of an earlier one.
 */
async function readAhead(
  ctx: TenantContext,
  items: readonly BatchKnowledgeFaqItem[],
  find: Find,
): Promise<FaqOf> {
  const unused = new Set(items.flatMap(({ externalId }) => externalId ?? []));
  const found = await find(ctx, [...unused]);
  const known = new Map(found.map((faq) => [faq.externalId, faq]));
  return async (ctx, { externalId }) => {
    if (externalId == null) return undefined;
    if (unused.delete(externalId)) return known.get(externalId);
    return (await find(ctx, [externalId]))[0];
  };
}

interface Put {
  readonly status: 'created' | 'updated';
  readonly faq: KnowledgeFaq;
  readonly entry: NewRecord | undefined;
}

async function put(
  ctx: TenantContext,
  item: BatchKnowledgeFaqItem,
  plan: PlannedFaq,
  faqOf: FaqOf,
): Promise<Put> {
  const before = await faqOf(ctx, item);
  if (before) {
    return { status: 'updated', ...(await changeFaq(ctx, before, item, plan.draft)) };
  }
  // If another request has created the FAQ since, the batch runs again and finds it.
  const taken = async () => ((await faqOf(ctx, item)) ? new RunAgainError() : undefined);
  const faq = await knowledgeFaqs.create(ctx, faqOfItem(item, plan.language), taken);
  return { status: 'created', faq, entry: entryOf(faq, plan.draft) };
}
