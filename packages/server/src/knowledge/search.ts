import type { ListKnowledgeFaqsQuery, ListKnowledgeSourcesQuery } from '@parley/contract/schemas';
import { knowledgeFaqRules, knowledgeSourceRules, type PlainList } from '@parley/domain';
import * as engine from '@parley/search';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Reranker } from '../embeddings/reranker.ts';
import { knowledgeFaqsTable } from '../knowledge-faqs/table.ts';
import { knowledgeSourcesTable } from '../knowledge-sources/table.ts';
import type { IndexName } from './edit-index.ts';
import type { IndexMemo } from './index-memo.ts';
import { conditionsOf } from './narrowing.ts';
import { readerOf } from './reader.ts';

/** The cache and the reranker, which all searches of a process share. */
export interface SearchDeps {
  readonly indexMemo: IndexMemo;
  /** Ranks results by meaning. When undefined, searches compare words only. */
  readonly reranker?: Reranker | undefined;
}

/** A search with the filters of the plain list. */
type Search<Query> = Omit<engine.KnowledgeSearch, 'rerank'> &
  Filters<Omit<PlainList<Query>, keyof engine.KnowledgeSearch>> & {
    readonly indexes?: readonly IndexName[];
  };

type Filters<Query> = { readonly [Name in keyof Query]?: Query[Name] | undefined };

export type SourceSearch = Search<ListKnowledgeSourcesQuery>;
export type FaqSearch = Search<ListKnowledgeFaqsQuery>;

export function searchSources(
  db: TenantDb,
  search: SourceSearch,
  { indexMemo, reranker }: SearchDeps,
): Promise<engine.SearchPage<engine.SourceHit>> {
  const { indexes = ['sources'] } = search;
  const conditions = conditionsOf(knowledgeSourcesTable, knowledgeSourceRules.filters, search);
  const reader = readerOf(db, indexes, { table: 'knowledge_sources', conditions, indexMemo });
  return engine.searchSources(reader, reranked(db, search, reranker));
}

export function searchFaqs(
  db: TenantDb,
  search: FaqSearch,
  { indexMemo, reranker }: SearchDeps,
): Promise<engine.SearchPage<engine.FaqHit>> {
  const { indexes = ['faqs'] } = search;
  const conditions = conditionsOf(knowledgeFaqsTable, knowledgeFaqRules.filters, search);
  const reader = readerOf(db, indexes, { table: 'knowledge_faqs', conditions, indexMemo });
  return engine.searchFaqs(reader, reranked(db, search, reranker));
}

/**
 * Returns the search with a reranker. Leaves it out in a transaction, which would hold its locks while the model
 * answers.
 */
function reranked<Asked extends engine.KnowledgeSearch>(
  db: TenantDb,
  search: Asked,
  reranker: Reranker | undefined,
): engine.KnowledgeSearch {
  if (!reranker || db.inTransaction) return search;
  return { ...search, rerank: (q, passages) => reranker.rank(db.tenantId, q, passages) };
}
