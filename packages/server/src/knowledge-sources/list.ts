import {
  type KnowledgeSourceMatch,
  knowledgePageLimit,
  type ListKnowledgeSourcesQuery,
  type Page,
  searchedFor,
} from '@parley/contract/schemas';
import type { Reranker } from '../embeddings/reranker.ts';
import { searchPage, withRecords } from '../knowledge/page.ts';
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
  const limit = knowledgePageLimit(query, 'sources');
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
  const { hits, nextCursor } = await searchPage(ctx.db, searching, (after) =>
    searchSources(ctx.db, {
      q,
      limit,
      after,
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
    }),
  );
  const ids = hits.map(({ id }) => id);
  const rows = ids.length > 0 ? await repository.findSources(ctx.db, ids) : [];
  const data = withRecords(hits, rows).map(([row, { score, snippets }]) => ({
    ...repository.toKnowledgeSource(row),
    score,
    snippets,
  }));
  return { data, nextCursor };
}

/**
 * What is processed anew is found as what it was before: as ready. Only who asks for what is
 * processed, and not for what is ready, needs the two told apart within their index.
 */
function statusFilter(status: readonly Status[]): readonly Status[] | undefined {
  return status.includes('processing') && !status.includes('ready') ? status : undefined;
}
