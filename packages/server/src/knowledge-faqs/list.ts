import {
  type KnowledgeFaq,
  type KnowledgeFaqMatch,
  knowledgePageLimit,
  type ListKnowledgeFaqsQuery,
  type Page,
  searchedFor,
} from '@parley/contract/schemas';
import type { FaqHit } from '@parley/search';
import type { Reranker } from '../embeddings/reranker.ts';
import { searchPage, withRecords } from '../knowledge/page.ts';
import { searchFaqs } from '../knowledge/search.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { FaqHits } from './hits.ts';
import { indexOf } from './indexing.ts';
import * as repository from './repository.ts';

interface SearchOptions {
  readonly faqHits: FaqHits;
  readonly reranker?: Reranker | undefined;
}

/** The FAQs that fit a query, the best first; without one, a plain list. */
export async function listKnowledgeFaqs(
  ctx: TenantContext,
  query: ListKnowledgeFaqsQuery,
  options: SearchOptions,
): Promise<Page<KnowledgeFaqMatch>> {
  const limit = knowledgePageLimit(query, 'faqs');
  const q = searchedFor(query);
  if (q !== undefined) return await search(ctx, { ...query, q, limit }, options);
  const { status, language, tag, sourceId, externalId, sort, cursor } = query;
  const filters = { status, language, tag, sourceId, externalId, sort };
  const { data, nextCursor } = await repository.listFaqs(ctx.db, filters, { cursor, limit });
  const unsearched = { score: null, confidence: null, matchedQuestion: null, snippets: [] };
  return { data: data.map((faq) => ({ ...faq, ...unsearched })), nextCursor };
}

async function search(
  ctx: TenantContext,
  query: ListKnowledgeFaqsQuery & { q: string; limit: number },
  { faqHits, reranker }: SearchOptions,
): Promise<Page<KnowledgeFaqMatch>> {
  const { q, limit, cursor, snippets, sort: _, ...narrowing } = query;
  const { status, language, tag, sourceId, externalId, minScore, match, fuzzy } = narrowing;
  const searching = {
    name: 'knowledge-faqs.search',
    filters: { q, ...narrowing },
    page: { cursor, limit },
  };
  const { hits, nextCursor } = await searchPage(ctx.db, searching, (after) =>
    searchFaqs(ctx.db, {
      q,
      limit,
      after,
      indexes: [...new Set(status.map(indexOf))],
      language,
      tag,
      sourceId,
      externalId,
      minScore,
      match,
      snippets,
      fuzzy,
      reranker,
    }),
  );
  const ids = hits.map(({ id }) => id);
  const faqs = ids.length > 0 ? await repository.findFaqs(ctx.db, ids) : [];
  const data = withRecords(hits, faqs).map(([faq, hit]) => matchOf(faq, hit));
  const [first] = data;
  if (first && cursor === undefined) faqHits.note(ctx, first.id);
  return { data, nextCursor };
}

function matchOf(
  faq: KnowledgeFaq,
  { score, confidence, matchedQuestion, snippets }: FaqHit,
): KnowledgeFaqMatch {
  return {
    ...faq,
    score,
    confidence,
    matchedQuestion,
    // An FAQ is found as a whole: it has no chunks that could be listed.
    snippets: snippets.map((snippet) => ({ ...snippet, chunkId: null })),
  };
}
