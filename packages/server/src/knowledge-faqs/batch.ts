import type {
  BatchKnowledgeFaqItem,
  BatchKnowledgeFaqsBody,
  KnowledgeFaq,
  KnowledgeFaqBatch,
} from '@parley/contract/schemas';
import { faqOfItem } from '@parley/domain';
import { changeOrCreate, putEach } from '../crud/batch.ts';
import { lockKind } from '../crud/lock-kind.ts';
import type { NewRecord } from '../knowledge/edit-index.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { entryOf, putIntoIndex } from './indexing.ts';
import { changeFaq, knowledgeFaqs, type PlannedFaq } from './service.ts';
import { knowledgeFaqsTable } from './table.ts';

/**
 * Creates FAQs in one transaction, in which each item succeeds or fails alone. Changes the FAQ that `find` returns for
 * an item instead. The index is written once for all.
 */
export async function batchKnowledgeFaqs(
  ctx: TenantContext,
  { items }: BatchKnowledgeFaqsBody,
  plans: readonly PlannedFaq[],
  find: Find = idOf,
): Promise<KnowledgeFaqBatch> {
  return await inTransaction(ctx, async (ctx) => {
    // Two batches that change the same records in different order would deadlock.
    await ctx.db.run(lockKind, { kind: 'knowledgeFaq' });
    const outcomes = await putEach(ctx, items, (ctx, item, index) =>
      put(ctx, item, plans[index] as PlannedFaq, find),
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

type Find = (ctx: TenantContext, item: BatchKnowledgeFaqItem) => Promise<string | undefined>;

interface Put {
  readonly status: 'created' | 'updated';
  readonly faq: KnowledgeFaq;
  readonly entry: NewRecord | undefined;
}

async function put(
  ctx: TenantContext,
  item: BatchKnowledgeFaqItem,
  plan: PlannedFaq,
  find: Find,
): Promise<Put> {
  return await changeOrCreate<Put>(ctx, {
    find: (ctx) => find(ctx, item),
    change: async (ctx, id) => ({
      status: 'updated',
      ...(await changeFaq(ctx, id, item, plan.draft)),
    }),
    create: async (ctx, taken) => {
      const faq = await knowledgeFaqs.create(ctx, faqOfItem(item, plan.language), taken);
      return { status: 'created', faq, entry: entryOf(faq, plan.draft) };
    },
  });
}

async function idOf(
  ctx: TenantContext,
  { externalId }: BatchKnowledgeFaqItem,
): Promise<string | undefined> {
  if (externalId == null) return undefined;
  const match = { external_id: externalId };
  return (await ctx.db.select(knowledgeFaqsTable).where(match).first())?.id;
}
