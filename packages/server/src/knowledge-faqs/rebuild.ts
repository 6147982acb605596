import { lockFaqBatches } from '../db/statements/lock-faq-batches.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { draftOf, entryOf, putIntoIndex } from './indexing.ts';
import { listFaqsById } from './repository.ts';

const batch = 100;

/** Puts FAQs into the index as they are analysed now; answers the last of them, null when there are no more. */
export async function putFaqsAnew(ctx: TenantContext, after: string): Promise<string | null> {
  const drafts = new Map(
    (await listFaqsById(ctx.db, { after, limit: batch })).map((faq) => [faq.id, draftOf(faq)]),
  );
  const last = [...drafts.keys()].at(-1);
  if (last === undefined) return null;
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.run(lockFaqBatches, null);
    const faqs = await listFaqsById(ctx.db, { after, limit: batch, until: last, lock: true });
    await putIntoIndex(
      ctx,
      faqs.map((faq) => entryOf(faq, drafts.get(faq.id))),
    );
  });
  return last;
}
