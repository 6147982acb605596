import { isDeepStrictEqual } from 'node:util';
import type { KnowledgeFaq } from '@parley/contract/schemas';
import { type FaqText, type Prepared, prepareFaq } from '@parley/search';
import { editIndexes, type IndexName, type NewRecord } from '../knowledge/edit-index.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** A text made ready to be found, which takes its time: before the transaction, not in it. */
export interface Draft {
  readonly text: FaqText;
  readonly prepared: Prepared;
}

export function draftOf(faq: FaqText): Draft {
  const text = textOf(faq);
  return { text, prepared: prepareFaq(text) };
}

const indexes: Readonly<Record<KnowledgeFaq['status'], IndexName>> = {
  published: 'faqs',
  draft: 'faqs.draft',
  archived: 'faqs.archived',
};

export function indexOf(status: KnowledgeFaq['status']): IndexName {
  return indexes[status];
}

/** Whether the index holds it as it was. */
export function isStale(before: KnowledgeFaq, after: KnowledgeFaq): boolean {
  return before.status !== after.status || !isDeepStrictEqual(textOf(before), textOf(after));
}

/** What stands in the index of it; the draft where it is of this very text, else it is made now. */
export function entryOf(faq: KnowledgeFaq, draft: Draft | undefined): NewRecord {
  const text = textOf(faq);
  const { analyzer, documents } =
    draft && isDeepStrictEqual(draft.text, text) ? draft.prepared : prepareFaq(text);
  return { id: faq.id, index: indexOf(faq.status), analyzer, documents };
}

export async function putIntoIndex(ctx: TenantContext, add: readonly NewRecord[]): Promise<void> {
  if (add.length > 0) await editIndexes(ctx.db, { remove: [], add });
}

export async function takeOutOfIndex(ctx: TenantContext, id: string): Promise<void> {
  await editIndexes(ctx.db, { remove: [id], add: [] });
}

function textOf({ question, alternateQuestions, answer, language }: FaqText): FaqText {
  return { question, alternateQuestions, answer, language };
}
