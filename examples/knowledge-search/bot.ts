import type { KnowledgeFaqMatch, Parley } from '@parley/sdk';

/** `answer` can be sent as it is; a person should read `passage` first; `none` is left to a person. */
export type Answer =
  | { kind: 'answer'; text: string; confidence: KnowledgeFaqMatch['confidence'] }
  | { kind: 'passage'; text: string; place: string }
  | { kind: 'none' };

// #region answer
/** An FAQ that is very likely meant; else a passage of a document; else nothing. */
export async function answerTo(parley: Parley, question: string): Promise<Answer> {
  const q = [...question].slice(0, 500).join('');
  const [faq] = (await parley.knowledgeFaqs.list({ q, limit: 1 })).data;
  if (faq?.confidence === 'exact' || faq?.confidence === 'high') {
    return { kind: 'answer', text: faq.answer, confidence: faq.confidence };
  }
  const [source] = (await parley.knowledgeSources.list({ q, limit: 1, minScore: 0.2 })).data;
  const [passage] = source?.snippets ?? [];
  if (!source || !passage) return { kind: 'none' };
  return { kind: 'passage', text: passage.text, place: passage.headings.at(-1) ?? source.title };
}
// #endregion
