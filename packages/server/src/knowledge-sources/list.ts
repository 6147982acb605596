import {
  type KnowledgeSourceMatch,
  knowledgeLimits,
  type ListKnowledgeSourcesQuery,
  type Page,
} from '@parley/contract/schemas';
import type { SourceHit } from '@parley/search';
import type { Reranker } from '../embeddings/reranker.ts';
import { limitOf, searchCursor, searchedFor, searchPosition } from '../knowledge/page.ts';
import { searchSources } from '../knowledge/search.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { indexOf } from './indexing.ts';
import * as repository from './repository.ts';

interface SearchOptions {
  readonly reranker?: Reranker | undefined;
}

type Status = ListKnowledgeSourcesQuery['status'][number];

/** The sources that fit a query, the best first; without one, a plain list. */
export async function listKnowledgeSources(
  ctx: TenantContext,
  query: ListKnowledgeSourcesQuery,
  options: SearchOptions = {},
): Promise<Page<KnowledgeSourceMatch>> {
  const limit = limitOf(query, knowledgeLimits.perPage.sources);
  const q = searchedFor(query);
  if (q !== undefined) return await search(ctx, { ...query, q, limit }, options);
  const { status, type, language, tag, externalId, sort, cursor } = query;
  const filters = { status, type, language, tag, externalId, sort };
  const { data, nextCursor } = await repository.listSources(ctx.db, filters, { cursor, limit });
  const records = data.map(repository.toKnowledgeSource);
  return { data: records.map((source) => ({ ...source, score: null, snippets: [] })), nextCursor };
}

async function search(
  ctx: TenantContext,
  query: ListKnowledgeSourcesQuery & { q: string; limit: number },
  { reranker }: SearchOptions,
): Promise<Page<KnowledgeSourceMatch>> {
  const { q, limit, cursor, snippets, sort: _, ...narrowing } = query;
  const { status, type, language, tag, externalId, minScore, match, fuzzy } = narrowing;
  const searching = {
    name: 'knowledge-sources.search',
    filters: { q, ...narrowing },
    page: { cursor, limit },
  };
  const found = await searchSources(ctx.db, {
    q,
    limit,
    after: searchPosition(ctx.db, searching),
    indexes: [...new Set(status.map(indexOf))],
    status: statusFilter(status),
    type,
    language,
    tag,
    externalId,
    minScore,
    match,
    snippets,
    fuzzy,
    reranker,
  });
  const data = await recordsOf(ctx, found.hits);
  return { data, nextCursor: searchCursor(ctx.db, searching, found.after) };
}

/**
 * What is processed anew is found as what it was before: as ready. Only who asks for what is
 * processed, and not for what is ready, needs the two told apart within their index.
 */
function statusFilter(status: readonly Status[]): readonly Status[] | undefined {
  return status.includes('processing') && !status.includes('ready') ? status : undefined;
}

/** Without those that were deleted since they were found. */
async function recordsOf(
  ctx: TenantContext,
  hits: readonly SourceHit[],
): Promise<KnowledgeSourceMatch[]> {
  if (hits.length === 0) return [];
  const rows = await repository.findSources(
    ctx.db,
    hits.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap(({ id, score, snippets }) => {
    const row = byId.get(id);
    if (!row) return [];
    return [{ ...repository.toKnowledgeSource(row), score, snippets: snippets.map(copied) }];
  });
}

function copied({ headings, highlights, ...snippet }: SourceHit['snippets'][number]) {
  return {
    ...snippet,
    headings: [...headings],
    highlights: highlights.map(([start, end]) => [start, end]),
  };
}
