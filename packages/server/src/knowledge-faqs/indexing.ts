import type { KnowledgeFaq, KnowledgeFaqStatus } from '@parley/contract/schemas';
import { faqText, isSame } from '@parley/domain';
import { type FaqText, type Prepared, prepareFaq } from '@parley/search';
import { editIndexes, type IndexName, type NewRecord } from '../knowledge/edit-index.ts';
import type { TenantContext } from '../tenancy/context.ts';

/**
 * The index entry of an FAQ, prepared before the transaction, because that can take long. `text` is the text that it
 * was prepared from.
 */
export interface Draft {
  readonly text: FaqText;
  readonly prepared: Prepared;
}

export function draftOf(faq: FaqText): Draft {
  const text = faqText(faq);
  return { text, prepared: prepareFaq(text) };
}

export function indexOf(status: KnowledgeFaqStatus): IndexName {
  return status === 'published' ? 'faqs' : `faqs.${status}`;
}

/** Returns the index entry of an FAQ. Uses the draft if it has the same text, and otherwise prepares the text now. */
export function entryOf(faq: KnowledgeFaq, draft: Draft | undefined): NewRecord {
  const text = faqText(faq);
  const { analyzer, documents } =
    draft && isSame(draft.text, text) ? draft.prepared : prepareFaq(text);
  return { id: faq.id, index: indexOf(faq.status), analyzer, documents };
}

export async function putIntoIndex(ctx: TenantContext, add: readonly NewRecord[]): Promise<void> {
  if (add.length > 0) await editIndexes(ctx.db, { remove: [], add });
}
