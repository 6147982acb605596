import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import type { Searched } from '../core/success.ts';
import { knowledgeSources as routes } from '../generated/routes.ts';
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

/** Documents that bots and people search in their own words. */
export class KnowledgeSources extends Resource {
  /**
   * With `q`, the documents that fit it, the best first, with the passages that do; without, all of them, the last
   * changed first.
   *
   *     const { data } = await parley.knowledgeSources.list({ q: 'can I send it back?', limit: 3 });
   *     for (const { title, score, snippets } of data) console.log(score, title, snippets[0]?.text);
   */
  list(
    query?: ListKnowledgeSourcesQuery,
    options?: RequestOptions,
  ): PagePromise<KnowledgeSourceMatch, Searched> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Adds a document: text, Markdown or HTML, or a page that the server fetches. Up to 50,000 characters are found
   * from now on; what is longer, or fetched, is `processing` first. Fails with `ConflictError` when its `externalId`
   * is taken, and with `UnprocessableError` when the server fetches no pages.
   *
   *     const content = '# Returns\n\nSend it back within 30 days.';
   *     await parley.knowledgeSources.create({ type: 'markdown', title: 'Help', content });
   */
  create(
    body: CreateKnowledgeSourceBody,
    options?: RequestOptions,
  ): ParleyPromise<KnowledgeSource> {
    return this.transport.call(routes.create, { body }, options);
  }

  /**
   * One document with its content. Fails with `NotFoundError`.
   *
   *     const { status, error, content } = await parley.knowledgeSources.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<KnowledgeSourceDetail> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given; until new content is indexed, the old one is found. Fails with
   * `NotFoundError`, `ConflictError` (the `externalId` is taken, or the status cannot change so) and
   * `UnprocessableError` (content of a page that the server fetches).
   *
   *     await parley.knowledgeSources.update(id, { status: 'archived' });
   */
  update(
    id: string,
    body: UpdateKnowledgeSourceBody,
    options?: RequestOptions,
  ): ParleyPromise<KnowledgeSource> {
    return this.transport.call(routes.update, { params: { id }, body }, options);
  }

  /**
   * Deletes a document; FAQs that were taken from it stay. Fails with `NotFoundError`.
   *
   *     await parley.knowledgeSources.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void> {
    return this.transport.call(routes.delete, { params: { id } }, options);
  }

  /**
   * Indexes a document anew in the background, and fetches it again where the server did before. Fails with
   * `NotFoundError`, `ConflictError` (it is archived) and `UnprocessableError` (the server fetches no pages).
   *
   *     const { status } = await parley.knowledgeSources.reindex(id);
   */
  reindex(id: string, options?: RequestOptions): ParleyPromise<KnowledgeSource> {
    return this.transport.call(routes.reindex, { params: { id } }, options);
  }

  /**
   * The passages that a document was cut into: what is found. Fails with `NotFoundError`.
   *
   *     for await (const { headings, text } of parley.knowledgeSources.listChunks(id)) {
   *       console.log(headings.join(' > '), text.length);
   *     }
   */
  listChunks(
    id: string,
    query?: ListKnowledgeChunksQuery,
    options?: RequestOptions,
  ): PagePromise<KnowledgeChunk> {
    return this.transport.list(routes.listChunks, { params: { id }, query }, options);
  }
}
