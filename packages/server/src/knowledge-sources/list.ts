import type {
  KnowledgeSourceMatch,
  ListKnowledgeSourcesQuery,
  SearchedPage,
} from '@parley/contract/schemas';
import {
  foundSource,
  listedSource,
  narrowedStatuses,
  plainListIn,
  type Search,
  searchIn,
  shownSource,
} from '@parley/domain';
import { searchPage, withRecords } from '../knowledge/page.ts';
import { type SearchDeps, searchSources } from '../knowledge/search.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { indexOf } from './indexing.ts';
import { knowledgeSources } from './service.ts';
import { knowledgeSourcesTable } from './table.ts';

/** Returns the sources that a search finds, best first; without `q`, a plain list. */
export async function listKnowledgeSources(
  ctx: TenantContext,
  query: ListKnowledgeSourcesQuery,
  deps: SearchDeps,
): Promise<SearchedPage<KnowledgeSourceMatch>> {
  const search = searchIn(query, 'sources');
  if (search) return await find(ctx, search, deps);
  const { data, nextCursor } = await knowledgeSources.list(ctx, plainListIn(query));
  return { data: data.map(listedSource), nextCursor };
}

async function find(
  ctx: TenantContext,
  { sort: _, ...query }: Search<ListKnowledgeSourcesQuery>,
  deps: SearchDeps,
): Promise<SearchedPage<KnowledgeSourceMatch>> {
  const indexes = [...new Set(query.status.map(indexOf))];
  const status = narrowedStatuses(query.status);
  const { hits, ...page } = await searchPage(ctx.db, 'knowledge-sources.search', query, (after) =>
    searchSources(ctx.db, { ...query, status, after, indexes }, deps),
  );
  const found = await withRecords(ctx.db, knowledgeSourcesTable, hits);
  return { data: found.map(([source, hit]) => foundSource(shownSource(source), hit)), ...page };
}
