import type {
  CreateKnowledgeFaqBody,
  KnowledgeFaq,
  KnowledgeFaqFeedbackBody,
  UpdateKnowledgeFaqBody,
} from '@parley/contract/schemas';
import { knowledgeFaqRules, outdatesFaq, patched, ratedFaq } from '@parley/domain';
import { mapInTurns } from '@parley/search';
import { defineRecords } from '../crud/records.ts';
import type { NewRecord } from '../knowledge/edit-index.ts';
import { takeOutOfIndex } from '../knowledge/edit-index.ts';
import { knowledgeSources } from '../knowledge-sources/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { type Draft, draftOf, entryOf, putIntoIndex } from './indexing.ts';
import { knowledgeFaqsTable } from './table.ts';

export const knowledgeFaqs = defineRecords(knowledgeFaqsTable, knowledgeFaqRules, {
  references: { sourceId: knowledgeSources.take },
  removing: takeOutOfIndex,
});

export interface PlannedFaq {
  readonly language: string;
  readonly draft: Draft;
}

/**
 * Prepares the index entries of FAQs. Call it before the transaction that creates the FAQs, because it can take long.
 */
export async function planFaqs(
  ctx: TenantContext,
  bodies: readonly Omit<CreateKnowledgeFaqBody, 'status'>[],
): Promise<PlannedFaq[]> {
  const haveLanguages = bodies.every(({ language }) => language !== undefined);
  const locale = haveLanguages ? '' : (await getCurrentTenant(ctx)).locale;
  return await mapInTurns(
    bodies,
    ({ language = locale, alternateQuestions = [], question, answer }) => ({
      language,
      draft: draftOf({ question, alternateQuestions, answer, language }),
    }),
  );
}

export async function createKnowledgeFaq(
  ctx: TenantContext,
  body: CreateKnowledgeFaqBody,
  { language, draft }: PlannedFaq,
): Promise<KnowledgeFaq> {
  return await inTransaction(ctx, async (ctx) => {
    const faq = await knowledgeFaqs.create(ctx, { ...body, language });
    await putIntoIndex(ctx, [entryOf(faq, draft)]);
    return faq;
  });
}

export async function planFaqUpdate(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeFaqBody,
): Promise<Draft | undefined> {
  const before = await knowledgeFaqs.find(ctx, id);
  if (!before) return undefined;
  const { metadata: _, ...given } = body;
  const wanted = patched(before, given);
  return outdatesFaq(before, wanted) ? draftOf(wanted) : undefined;
}

export async function updateKnowledgeFaq(
  ctx: TenantContext,
  id: string,
  body: UpdateKnowledgeFaqBody,
  draft: Draft | undefined,
): Promise<KnowledgeFaq> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await knowledgeFaqs.take(ctx, id);
    const { faq, entry } = await changeFaq(ctx, before, body, draft);
    if (entry) await putIntoIndex(ctx, [entry]);
    return faq;
  });
}

/**
 * Changes an FAQ that the transaction has locked. If the result has an `entry`, write it to the index in the same
 * transaction.
 */
export async function changeFaq(
  ctx: TenantContext,
  before: KnowledgeFaq,
  body: UpdateKnowledgeFaqBody,
  draft: Draft | undefined,
): Promise<{ faq: KnowledgeFaq; entry: NewRecord | undefined }> {
  await knowledgeFaqs.checkReferences(ctx, body, before);
  const wanted = knowledgeFaqRules.changed(before, body, ctx.now().toISOString());
  const { after } = await knowledgeFaqs.replace(ctx, before, wanted);
  return { faq: after, entry: outdatesFaq(before, after) ? entryOf(after, draft) : undefined };
}

export async function rateKnowledgeFaq(
  ctx: TenantContext,
  id: string,
  feedback: KnowledgeFaqFeedbackBody,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const rated = ratedFaq(await knowledgeFaqs.take(ctx, id), feedback);
    await ctx.db.update(
      knowledgeFaqsTable,
      { id },
      { helpful_count: rated.helpfulCount, unhelpful_count: rated.unhelpfulCount },
    );
  });
}
