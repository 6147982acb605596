import {
  type BatchKnowledgeFaqItem,
  type BatchKnowledgeFaqsBody,
  type KnowledgeFaqBatch,
  ServiceError,
  toErrorResponse,
} from '@parley/contract/schemas';
import { lockFaqBatches } from '../db/statements/lock-faq-batches.ts';
import type { NewRecord } from '../knowledge/edit-index.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { putIntoIndex } from './indexing.ts';
import { findFaqIdByExternalId } from './repository.ts';
import { addFaq, changeFaq, type PlannedFaq } from './service.ts';

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
    // Of two items for one FAQ, the later counts.
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
    return await inSavepoint(ctx, (ctx) => write(ctx, item, plan));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return { status: 'error', faq: null, error: toErrorResponse(error).body.error };
  }
}

async function write(
  ctx: TenantContext,
  item: BatchKnowledgeFaqItem,
  plan: PlannedFaq,
): Promise<Outcome> {
  const known = await idOf(ctx, item);
  if (known !== undefined) return await change(ctx, known, item, plan);
  try {
    const added = await inSavepoint(ctx, (ctx) =>
      addFaq(ctx, { ...item, status: item.status ?? 'published' }, plan),
    );
    return { status: 'created', error: null, ...added };
  } catch (error) {
    // Another request may have made it since it was looked for.
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
  return externalId == null ? undefined : await findFaqIdByExternalId(ctx.db, externalId);
}
