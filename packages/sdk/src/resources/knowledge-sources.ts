import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Searched } from '../core/success.ts';
import type {
  CreateKnowledgeSourceBody,
  KnowledgeChunk,
  KnowledgeSource,
  KnowledgeSourceDetail,
  KnowledgeSourceMatch,
  ListKnowledgeChunksQuery,
  ListKnowledgeSourcesQuery,
  UpdateKnowledgeSourceBody,
} from '../generated/types.ts';

/** Knowledge sources: documents that bots and people can search. */
export interface KnowledgeSources {
  /**
   * Lists documents. With `q`: those that match, best first, with the matching passages. Without: all, last changed
   * first.
   *
   *     const { data } = await parley.knowledgeSources.list({ q: 'can I send it back?', limit: 3 });
   *     for (const { title, score, snippets } of data) console.log(score, title, snippets[0]?.text);
   */
  list(
    query?: ListKnowledgeSourcesQuery,
    options?: RequestOptions,
  ): PagePromise<KnowledgeSourceMatch, Searched>;

  /**
   * Creates a document from text, Markdown or HTML, or from a page that the server fetches. Text of up to 50,000
   * characters can be found when the call returns. Longer text and pages are `processing` first, and searches find them
   * when they are `ready`. Fails with `ConflictError` when `externalId` is taken, and with `UnprocessableError` when
   * the server is configured to fetch no pages.
   *
   *     const content = '# Returns\n\nSend it back within 30 days.';
   *     await parley.knowledgeSources.create({ type: 'markdown', title: 'Help', content });
   */
  create(body: CreateKnowledgeSourceBody, options?: RequestOptions): ParleyPromise<KnowledgeSource>;

  /**
   * Returns one document with its content. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, error, content } = await parley.knowledgeSources.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<KnowledgeSourceDetail>;

  /**
   * Updates the given fields. Searches find the old content until the new one is indexed. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (`externalId` taken, or status change not allowed) or `UnprocessableError` (`content`
   * for a page that the server fetches).
   *
   *     await parley.knowledgeSources.update(id, { status: 'archived' });
   */
  update(
    id: string,
    body: UpdateKnowledgeSourceBody,
    options?: RequestOptions,
  ): ParleyPromise<KnowledgeSource>;

  /**
   * Deletes a document. FAQs that refer to it stay. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.knowledgeSources.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Indexes a document again in the background. A page is fetched again first. Fails with `NotFoundError` (unknown ID),
   * `ConflictError` (the source is archived) or `UnprocessableError` (the server fetches no pages).
   *
   *     const { status } = await parley.knowledgeSources.reindex(id);
   */
  reindex(id: string, options?: RequestOptions): ParleyPromise<KnowledgeSource>;

  /**
   * Lists the chunks of a document: the passages that searches find. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const { headings, text } of parley.knowledgeSources.listChunks(id)) {
   *       console.log(headings.join(' > '), text.length);
   *     }
   */
  listChunks(
    id: string,
    query?: ListKnowledgeChunksQuery,
    options?: RequestOptions,
  ): PagePromise<KnowledgeChunk>;
}
