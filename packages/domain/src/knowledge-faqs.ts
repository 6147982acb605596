import type {
  BatchKnowledgeFaqItem,
  CreateKnowledgeFaqBody,
  KnowledgeFaq,
  KnowledgeFaqFeedbackBody,
  KnowledgeFaqMatch,
  KnowledgeFaqStatus,
  ListKnowledgeFaqsQuery,
  UpdateKnowledgeFaqBody,
} from '@parley/contract/schemas';
import { type FaqHit, type FaqText, questionKey } from '@parley/search';
import { differences, givenFields, later } from './fields.ts';
import { anyOf, spoken, tagged } from './filters.ts';
import type { PlainList } from './knowledge.ts';
import { checkTransition, type Transitions } from './refusals.ts';
import { defineRules, patched } from './rules.ts';
import { languageKey } from './texts.ts';

/** The input for a new FAQ. `language` is the locale of the tenant if the request gives none. */
export type NewKnowledgeFaq = CreateKnowledgeFaqBody & { language: string };

export const knowledgeFaqTransitions: Transitions<KnowledgeFaqStatus> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

export const knowledgeFaqRules = defineRules<
  KnowledgeFaq,
  NewKnowledgeFaq,
  UpdateKnowledgeFaqBody,
  PlainList<ListKnowledgeFaqsQuery>
>({
  kind: 'knowledgeFaq',
  initial: (body, { id, at }) => ({
    id,
    question: body.question,
    alternateQuestions: [],
    answer: body.answer,
    language: body.language,
    status: body.status,
    tags: [],
    sourceId: null,
    position: 0,
    externalId: null,
    hitCount: 0,
    lastHitAt: null,
    helpfulCount: 0,
    unhelpfulCount: 0,
    metadata: {},
    createdAt: at,
    updatedAt: at,
    publishedAt: body.status === 'published' ? at : null,
    ...givenFields(body),
  }),
  changed(before, body, at) {
    const after = patched(before, body);
    checkTransition('knowledgeFaq', knowledgeFaqTransitions, before, after.status);
    const isPublished = after.status === 'published' && before.status !== 'published';
    return isPublished ? { ...after, publishedAt: at } : after;
  },
  unique: {
    externalId: ({ externalId }) => externalId,
    // A new FAQ may have the same question as an archived FAQ.
    question: ({ status, language, question }) =>
      status === 'archived' ? null : `${languageKey(language)} ${questionKey(question)}`,
  },
  references: { sourceId: 'knowledgeSource' },
  events: 'knowledge_faq',
  filters: {
    status: anyOf('status'),
    language: spoken('language'),
    tag: tagged('tags'),
    sourceId: anyOf('sourceId'),
    externalId: anyOf('externalId'),
  },
});

/** Returns the text of an FAQ that a search index needs. */
export function faqText({ question, alternateQuestions, answer, language }: FaqText): FaqText {
  return { question, alternateQuestions, answer, language };
}

/** Returns whether a change makes it necessary to index an FAQ again. */
export function outdatesFaq(before: KnowledgeFaq, after: KnowledgeFaq): boolean {
  return (
    before.status !== after.status || differences(faqText(before), faqText(after)) !== undefined
  );
}

type Counters = Pick<KnowledgeFaq, 'helpfulCount' | 'unhelpfulCount'>;

/** Returns the FAQ with its counters after feedback. Counting does not change `updatedAt` and records no event. */
export function ratedFaq(
  { helpfulCount, unhelpfulCount }: Counters,
  { helpful }: KnowledgeFaqFeedbackBody,
): Counters {
  return {
    helpfulCount: helpfulCount + (helpful ? 1 : 0),
    unhelpfulCount: unhelpfulCount + (helpful ? 0 : 1),
  };
}

type Hits = Pick<KnowledgeFaq, 'hitCount' | 'lastHitAt'>;

/** Returns the FAQ with the hits of more searches added. Hits do not change its `updatedAt`. */
export function addHits(
  known: Hits,
  { hitCount, lastHitAt }: { hitCount: number; lastHitAt: string },
) {
  return {
    hitCount: known.hitCount + hitCount,
    lastHitAt: later(known.lastHitAt, lastHitAt),
  };
}

/** Returns an FAQ as a list without a search shows it. */
export function listedFaq(faq: KnowledgeFaq): KnowledgeFaqMatch {
  return { ...faq, score: null, confidence: null, matchedQuestion: null, snippets: [] };
}

/** Returns an FAQ as the results of a search show it. */
export function foundFaq(
  faq: KnowledgeFaq,
  { id: _id, snippets, ...hit }: FaqHit,
): KnowledgeFaqMatch {
  // An FAQ has no chunks, so its snippets have no chunk ID.
  return { ...faq, ...hit, snippets: snippets.map((snippet) => ({ ...snippet, chunkId: null })) };
}

/**
 * Returns the FAQ that an item of a batch creates if no FAQ has its `externalId`. If one has it, the item updates that
 * FAQ and keeps its status.
 */
export function faqOfItem(item: BatchKnowledgeFaqItem, language: string): NewKnowledgeFaq {
  return { ...item, language, status: item.status ?? 'published' };
}
