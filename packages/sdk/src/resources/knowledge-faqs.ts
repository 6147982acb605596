import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Searched } from '../core/success.ts';
import type {
  BatchKnowledgeFaqsBody,
  CreateKnowledgeFaqBody,
  KnowledgeFaq,
  KnowledgeFaqBatch,
  KnowledgeFaqFeedbackBody,
  KnowledgeFaqMatch,
  ListKnowledgeFaqsQuery,
  UpdateKnowledgeFaqBody,
} from '../generated/types.ts';

/** FAQs: questions with their answers. `list({ q })` finds the FAQs that answer `q`, also if `q` uses other words. */
export interface KnowledgeFaqs {
  /**
   * Lists FAQs. With `q`: the FAQs that answer it, best first, each with its `confidence`. Without: all, last changed
   * first.
   *
   *     const [best] = (await parley.knowledgeFaqs.list({ q: 'when does my parcel come?' })).data;
   *     const isSure = best?.confidence === 'exact' || best?.confidence === 'high';
   */
  list(
    query?: ListKnowledgeFaqsQuery,
    options?: RequestOptions,
  ): PagePromise<KnowledgeFaqMatch, Searched>;

  /**
   * Creates an FAQ. Searches find it at once, unless it is a draft. Fails with `ConflictError` when another one has the
   * same question and language, or the same `externalId`. Fails with `NotFoundError` when `sourceId` does not exist.
   *
   *     await parley.knowledgeFaqs.create({
   *       question: 'How long does delivery take?',
   *       alternateQuestions: ['When will my order arrive?'],
   *       answer: 'Two working days within the city, five elsewhere.',
   *     });
   */
  create(body: CreateKnowledgeFaqBody, options?: RequestOptions): ParleyPromise<KnowledgeFaq>;

  /**
   * Creates up to 100 FAQs, and updates those whose `externalId` exists. Each one succeeds or fails by itself: check
   * `status` and `error` of every result. Fails with `BadRequestError`, without any change, when an item has an invalid
   * field.
   *
   *     const items = [{ externalId: '17', question: 'Do you ship abroad?', answer: 'Yes.' }];
   *     const { results } = await parley.knowledgeFaqs.batch({ items });
   *     for (const { index, error } of results) if (error) console.error(index, error.message);
   */
  batch(body: BatchKnowledgeFaqsBody, options?: RequestOptions): ParleyPromise<KnowledgeFaqBatch>;

  /**
   * Returns one FAQ. Fails with `NotFoundError` (unknown ID).
   *
   *     const { hitCount, helpfulCount, unhelpfulCount } = await parley.knowledgeFaqs.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<KnowledgeFaq>;

  /**
   * Updates the given fields. Fails with `NotFoundError` (unknown ID) or `ConflictError` (question or `externalId`
   * taken, or status change not allowed).
   *
   *     await parley.knowledgeFaqs.update(id, { status: 'archived' });
   */
  update(
    id: string,
    body: UpdateKnowledgeFaqBody,
    options?: RequestOptions,
  ): ParleyPromise<KnowledgeFaq>;

  /**
   * Deletes an FAQ. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.knowledgeFaqs.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Adds 1 to `helpfulCount` or `unhelpfulCount` of an FAQ. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.knowledgeFaqs.feedback(id, { helpful: true });
   */
  feedback(
    id: string,
    body: KnowledgeFaqFeedbackBody,
    options?: RequestOptions,
  ): ParleyPromise<void>;
}
