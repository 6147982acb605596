import type {
  KnowledgeFaqMatch,
  ListKnowledgeFaqsQuery,
  SearchedPage,
} from '@parley/contract/schemas';
import { foundFaq, listedFaq, plainListIn, type Search, searchIn } from '@parley/domain';
import { searchPage, withRecords } from '../knowledge/page.ts';
import { type SearchDeps, searchFaqs } from '../knowledge/search.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { FaqHits } from './hits.ts';
import { indexOf } from './indexing.ts';
import { knowledgeFaqs } from './service.ts';
import { knowledgeFaqsTable } from './table.ts';

export interface ListDeps extends SearchDeps {
  readonly faqHits: FaqHits;
}

/** Returns the FAQs that a search finds, best first; without `q`, a plain list. */
export async function listKnowledgeFaqs(
  ctx: TenantContext,
  query: ListKnowledgeFaqsQuery,
  deps: ListDeps,
): Promise<SearchedPage<KnowledgeFaqMatch>> {
  const search = searchIn(query, 'faqs');
  if (search) return await find(ctx, search, deps);
  const { data, nextCursor } = await knowledgeFaqs.list(ctx, plainListIn(query));
  return { data: data.map(listedFaq), nextCursor };
}

async function find(
  ctx: TenantContext,
  { sort: _, ...query }: Search<ListKnowledgeFaqsQuery>,
  deps: ListDeps,
): Promise<SearchedPage<KnowledgeFaqMatch>> {
  const indexes = [...new Set(query.status.map(indexOf))];
  const { hits, ...page } = await searchPage(ctx.db, 'knowledge-faqs.search', query, (after) =>
    // Each status has a separate index.
    searchFaqs(ctx.db, { ...query, status: undefined, after, indexes }, deps),
  );
  const found = await withRecords(ctx.db, knowledgeFaqsTable, hits);
  const data = found.map(([faq, hit]) => foundFaq(faq, hit));
  const [first] = data;
  if (first && query.cursor === undefined) deps.faqHits.note(ctx, first.id);
  return { data, ...page };
}
