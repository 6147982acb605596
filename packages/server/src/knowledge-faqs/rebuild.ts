import type { KnowledgeFaq } from '@parley/contract/schemas';
import { mapInTurns } from '@parley/search';
import { lockKind } from '../crud/lock-kind.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { draftOf, entryOf, putIntoIndex } from './indexing.ts';
import { knowledgeFaqsTable } from './table.ts';

const batch = 100;

/**
 * Indexes a batch of FAQs after the ID `after` with the current analysis. Returns the last ID; null when none are left.
 */
export async function putFaqsAnew(ctx: TenantContext, after: string): Promise<string | null> {
  const drafts = new Map(
    await mapInTurns(await listFaqs(ctx, after), (faq) => [faq.id, draftOf(faq)] as const),
  );
  const last = [...drafts.keys()].at(-1);
  if (last === undefined) return null;
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.run(lockKind, { kind: 'knowledgeFaq' });
    const faqs = await listFaqs(ctx, after, last);
    await putIntoIndex(
      ctx,
      faqs.map((faq) => entryOf(faq, drafts.get(faq.id))),
    );
  });
  return last;
}

/**
 * Returns the next FAQs after the ID `after`, in the order of IDs. With `until`, returns none after that ID, and locks
 * the FAQs.
 */
async function listFaqs(
  { db }: TenantContext,
  after: string,
  until?: string,
): Promise<KnowledgeFaq[]> {
  const select = db.select(knowledgeFaqsTable).where('id', '>', after).orderBy('id').limit(batch);
  if (until !== undefined) select.where('id', '<=', until).forUpdate();
  return (await select).map(knowledgeFaqsTable.toRecord);
}
