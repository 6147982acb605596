import {
  type KnowledgeSourceMatch,
  knowledgePageLimit,
  type knowledgeSourcesRoutes,
  type ListKnowledgeSourcesQuery,
  type Page,
  searchedFor,
} from '@parley/contract';
import { fold } from '@parley/domain';
import { chunkId, searchSources } from '@parley/search';
import { isAnyOf } from './filters.ts';
import { readerOf } from './knowledge-index.ts';
import { foundAs } from './knowledge-indexing.ts';
import { isSpoken, searchPage } from './knowledge-search.ts';
import {
  changeSource,
  getSource,
  insertSource,
  reindexSource,
  removeSource,
  toSource,
} from './knowledge-source-records.ts';
import type { FoundSource, SourceRecord } from './knowledge-state.ts';
import { paginate, readSort } from './pages.ts';
import type { Store } from './store.ts';
import { hasAnyTag } from './text-search.ts';
import type { Fakes } from './types.ts';

export const knowledgeSources: Fakes<typeof knowledgeSourcesRoutes> = {
  list: ({ query }, store) => {
    const limit = knowledgePageLimit(query, 'sources');
    const q = searchedFor(query);
    if (q === undefined) return { status: 200, body: listSources(store, { ...query, limit }) };
    return search(store, { ...query, limit, q }).then((body) => ({ status: 200, body }));
  },
  create: ({ body }, store) => {
    const source = insertSource(store, body);
    return { status: 201, body: toSource(source) };
  },
  get: ({ params }, store) => {
    const source = getSource(store, params.id);
    return { status: 200, body: { ...toSource(source), content: source.content } };
  },
  update: ({ params, body }, store) => {
    const source = getSource(store, params.id);
    changeSource(store, source, body);
    return { status: 200, body: toSource(source) };
  },
  delete: ({ params }, store) => {
    removeSource(store, getSource(store, params.id));
    return { status: 204, body: undefined };
  },
  reindex: ({ params }, store) => {
    const source = getSource(store, params.id);
    reindexSource(store, source);
    return { status: 202, body: toSource(source) };
  },
  listChunks: ({ params, query }, store) => {
    const source = getSource(store, params.id);
    const page = paginate(chunksOf(source), {
      list: `knowledgeSources ${source.id} chunks`,
      tenantId: store.tenant.id,
      query,
      key: (chunk) => chunk.position,
      id: (chunk) => chunk.position,
      descending: readSort(query.sort).descending,
    });
    return { status: 200, body: page };
  },
};

function chunksOf({ id: sourceId, found }: SourceRecord) {
  return (found?.prepared.documents ?? []).map(({ headings, text }, position) => ({
    id: chunkId(sourceId, found?.revision ?? 0, position),
    sourceId,
    position,
    headings: [...headings],
    text,
  }));
}

type Query = ListKnowledgeSourcesQuery & { limit: number };

const unasked = { score: null, snippets: [] };

function listSources(store: Store, query: Query): Page<KnowledgeSourceMatch> {
  const { field, descending } = readSort(query.sort);
  const found = [...store.knowledge.sources.values()].filter(
    (source) => isAnyOf(query.status, source.status) && fits(source, query),
  );
  const page = paginate(found, {
    list: 'knowledgeSources',
    tenantId: store.tenant.id,
    query,
    key: (source) =>
      field === 'title' ? fold(source.title) : source[field as 'createdAt' | 'updatedAt'],
    id: (source) => source.id,
    descending,
  });
  return { ...page, data: page.data.map((source) => ({ ...toSource(source), ...unasked })) };
}

async function search(
  store: Store,
  query: Query & { q: string },
): Promise<Page<KnowledgeSourceMatch>> {
  const { sources } = store.knowledge;
  const isAllowed = (id: string) => {
    const source = sources.get(id);
    return source !== undefined && fits(source, query) && isWanted(source, query);
  };
  const indexes = [...new Set(query.status.map(foundAs))].map((state) =>
    [...sources.values()].flatMap((source) => toIndexed(source, state)),
  );
  const reader = readerOf(indexes, isAllowed);
  const request = { list: 'knowledgeSources', tenantId: store.tenant.id, query };
  const { hits, nextCursor } = await searchPage(request, (after) =>
    searchSources(reader, { ...query, after }),
  );
  const data = hits.flatMap(({ id, score, snippets }) => {
    const source = sources.get(id);
    return source ? { ...toSource(source), score, snippets } : [];
  });
  return { data, nextCursor };
}

/** What is processed anew is found as what it was before, unless only what is processed is wanted. */
function isWanted({ status }: SourceRecord, { status: wanted }: Query): boolean {
  return wanted.includes('ready') || !wanted.includes('processing') || wanted.includes(status);
}

function fits(source: SourceRecord, query: Query): boolean {
  return (
    isAnyOf(query.type, source.type) &&
    isSpoken(query.language, source.language) &&
    (query.tag === undefined || hasAnyTag(source.tags, query.tag)) &&
    isAnyOf(query.externalId, source.externalId)
  );
}

function toIndexed({ id, updatedAt, found }: SourceRecord, state: FoundSource['as']) {
  if (found?.as !== state) return [];
  return { id, updatedAt, found: found.prepared, revision: found.revision, questions: [] };
}
