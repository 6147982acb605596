import {
  type KnowledgeFaq,
  type KnowledgeFaqMatch,
  knowledgeLimits,
  type ListKnowledgeFaqsQuery,
  type Page,
} from '@parley/contract/schemas';
import type { FaqHit } from '@parley/search';
import type { Reranker } from '../embeddings/reranker.ts';
import { limitOf, searchCursor, searchedFor, searchPosition } from '../knowledge/page.ts';
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
  const limit = limitOf(query, knowledgeLimits.perPage.faqs);
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
  const found = await searchFaqs(ctx.db, {
    q,
    limit,
    after: searchPosition(ctx.db, searching),
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
  });
  const data = await recordsOf(ctx, found.hits);
  const [first] = data;
  if (first && cursor === undefined) faqHits.note(ctx, first.id);
  return { data, nextCursor: searchCursor(ctx.db, searching, found.after) };
}

/** Without those that were deleted since they were found. */
async function recordsOf(
  ctx: TenantContext,
  hits: readonly FaqHit[],
): Promise<KnowledgeFaqMatch[]> {
  if (hits.length === 0) return [];
  const faqs = await repository.findFaqs(
    ctx.db,
    hits.map(({ id }) => id),
  );
  const byId = new Map(faqs.map((faq) => [faq.id, faq]));
  return hits.flatMap((hit) => {
    const faq = byId.get(hit.id);
    return faq ? [matchOf(faq, hit)] : [];
  });
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
    snippets: snippets.map(({ text, headings, position, highlights }) => ({
      chunkId: null,
      text,
      headings: [...headings],
      position,
      highlights: highlights.map(([start, end]) => [start, end]),
    })),
  };
}
