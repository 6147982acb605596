import * as engine from '@parley/search';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Reranker } from '../embeddings/reranker.ts';
import type { IndexName } from './edit-index.ts';
import { readerOf } from './reader.ts';

interface Search extends Omit<engine.KnowledgeSearch, 'rerank'> {
  readonly tag?: readonly string[] | undefined;
  readonly externalId?: readonly string[] | undefined;
  readonly indexes?: readonly IndexName[] | undefined;
  readonly reranker?: Reranker | undefined;
}

export interface SourceSearch extends Search {
  readonly type?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
}

interface FaqSearch extends Search {
  readonly sourceId?: readonly string[] | undefined;
}

export function searchSources(
  db: TenantDb,
  search: SourceSearch,
): Promise<engine.SearchPage<engine.SourceHit>> {
  const { language, tag, type, status, externalId, indexes = ['sources'] } = search;
  const among = { type, status, external_id: externalId };
  const narrowing = { table: 'knowledge_sources', languages: language, tags: tag, among } as const;
  return engine.searchSources(readerOf(db, indexes, narrowing), reranked(db, search));
}

export function searchFaqs(
  db: TenantDb,
  search: FaqSearch,
): Promise<engine.SearchPage<engine.FaqHit>> {
  const { language, tag, sourceId, externalId, indexes = ['faqs'] } = search;
  const among = { source_id: sourceId, external_id: externalId };
  const narrowing = { table: 'knowledge_faqs', languages: language, tags: tag, among } as const;
  return engine.searchFaqs(readerOf(db, indexes, narrowing), reranked(db, search));
}

/** Not within a transaction: it would hold its locks while somebody else thinks. */
function reranked(db: TenantDb, { reranker, ...search }: Search): engine.KnowledgeSearch {
  if (!reranker || db.inTransaction) return search;
  return { ...search, rerank: (q, passages) => reranker.rank(db.tenantId, q, passages) };
}
