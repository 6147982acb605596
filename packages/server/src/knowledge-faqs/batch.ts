import {
  type BatchKnowledgeFaqItem,
  type BatchKnowledgeFaqsBody,
  type KnowledgeFaqBatch,
  ServiceError,
} from '@parley/contract/schemas';
import { faqOfItem, refusedItem } from '@parley/domain';
import type { NewRecord } from '../knowledge/edit-index.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { entryOf, putIntoIndex } from './indexing.ts';
import { changeFaq, knowledgeFaqs, type PlannedFaq } from './service.ts';
import { lockFaqBatches } from './statements/lock-faq-batches.ts';
import { knowledgeFaqsTable } from './table.ts';

type Result = KnowledgeFaqBatch['results'][number];
type Outcome = Omit<Result, 'index'> & { readonly entry?: NewRecord | undefined };

/** One transaction, in which each item succeeds or fails alone; the index is written once for all. */
export async function batchKnowledgeFaqs(
  ctx: TenantContext,
  { items }: BatchKnowledgeFaqsBody,
  plans: readonly PlannedFaq[],
): Promise<KnowledgeFaqBatch> {
  return await inTransaction(ctx, async (ctx) => {
    await ctx.db.run(lockFaqBatches, null);
    const results: Result[] = [];
    // Of two items for one FAQ, the later one applies.
    const entries = new Map<string, NewRecord>();
    for (const [index, item] of items.entries()) {
      const { entry, ...result } = await outcomeOf(ctx, item, plans[index] as PlannedFaq);
      if (entry) entries.set(entry.id, entry);
      results.push({ index, ...result });
    }
    await putIntoIndex(ctx, [...entries.values()]);
    return { results };
  });
}

async function outcomeOf(
  ctx: TenantContext,
  item: BatchKnowledgeFaqItem,
  plan: PlannedFaq,
): Promise<Outcome> {
  try {
    return await inSavepoint(ctx, (ctx) => put(ctx, item, plan));
  } catch (error) {
    return refusedItem(error);
  }
}

async function put(
  ctx: TenantContext,
  item: BatchKnowledgeFaqItem,
  plan: PlannedFaq,
): Promise<Outcome> {
  const known = await idOf(ctx, item);
  if (known !== undefined) return await change(ctx, known, item, plan);
  try {
    const body = faqOfItem(item, plan.language);
    const faq = await inSavepoint(ctx, (ctx) => knowledgeFaqs.create(ctx, body));
    return { status: 'created', faq, error: null, entry: entryOf(faq, plan.draft) };
  } catch (error) {
    // Another request may have created it since it was looked for.
    const isTaken = error instanceof ServiceError && error.code === 'SVC-CONFLICT';
    const made = isTaken ? await idOf(ctx, item) : undefined;
    if (made === undefined) throw error;
    return await change(ctx, made, item, plan);
  }
}

async function change(
  ctx: TenantContext,
  id: string,
  item: BatchKnowledgeFaqItem,
  { draft }: PlannedFaq,
): Promise<Outcome> {
  return { status: 'updated', error: null, ...(await changeFaq(ctx, id, item, draft)) };
}

async function idOf(
  ctx: TenantContext,
  { externalId }: BatchKnowledgeFaqItem,
): Promise<string | undefined> {
  if (externalId == null) return undefined;
  const match = { external_id: externalId };
  return (await ctx.db.select(knowledgeFaqsTable).where(match).first())?.id;
}
