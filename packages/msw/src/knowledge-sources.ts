import type {
  CreateKnowledgeSourceBody,
  KnowledgeSourceMatch,
  knowledgeSourcesRoutes,
  ListKnowledgeChunksQuery,
  ListKnowledgeSourcesQuery,
  SearchedPage,
  UpdateKnowledgeSourceBody,
} from '@parley/contract';
import {
  fits,
  foundAs,
  foundSource,
  isMovedPage,
  knowledgeSourceRules,
  listedSource,
  narrowedStatuses,
  plainListIn,
  reindexedSource,
  requireUrlSources,
  type Search,
  type StoredSource,
  searchIn,
  shownSource,
} from '@parley/domain';
import { chunkId } from '@parley/search';
import { fakeCrud } from './fake-records.ts';
import { archive, bringIn, indexLater, knowledgeSourceRecords } from './knowledge-indexing.ts';
import { indexedOf, searchPage } from './knowledge-search.ts';
import { fakeListOf } from './owned-fakes.ts';
import { paginate } from './pages.ts';
import { readerOf, searchSources } from './search.ts';
import { sha256 } from './sha256.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const knowledgeSources: Fakes<typeof knowledgeSourcesRoutes> = {
  ...fakeCrud({ ...knowledgeSourceRecords, create: createSource, update: changeSource }),
  list: ({ query }, store) => {
    const search = searchIn(query, 'sources');
    if (search) return find(store, search);
    const page = knowledgeSourceRecords.list(store, plainListIn(query));
    return { ...page, data: page.data.map(listedSource) };
  },
  get: ({ params }, store) => {
    const source = knowledgeSourceRecords.get(store, params.id);
    const content = store.knowledge.contents.get(source.id) ?? null;
    return { ...shownSource(source), content };
  },
  reindex: ({ params }, store) => {
    const source = knowledgeSourceRecords.get(store, params.id);
    const wanted = reindexedSource(source);
    if (source.type === 'url') requireUrlSources(hasUrlSources(store), 'type');
    knowledgeSourceRecords.save(store, source, wanted);
    indexLater(store, source);
    return shownSource(source);
  },
  listChunks: fakeListOf('knowledgeSource', (store, id, query: ListKnowledgeChunksQuery) =>
    paginate(chunksOf(store, id), {
      list: `knowledgeSources ${id} chunks`,
      tenantId: store.tenant.id,
      query,
      key: (chunk) => chunk.position,
      id: () => '',
    }),
  ),
};

export function createSource(store: Store, body: CreateKnowledgeSourceBody): StoredSource {
  const content = body.type === 'url' ? null : body.content;
  const { language = store.tenant.locale } = body;
  const checksum = content === null ? null : sha256(content);
  const source = knowledgeSourceRecords.initial(store, { ...body, language, checksum });
  knowledgeSourceRecords.requireFree(store, source);
  if (body.type === 'url') requireUrlSources(hasUrlSources(store), 'type');
  knowledgeSourceRecords.add(store, source);
  if (content !== null) store.knowledge.contents.set(source.id, content);
  bringIn(store, source);
  return source;
}

function changeSource(
  store: Store,
  id: string,
  { content, ...fields }: UpdateKnowledgeSourceBody,
): StoredSource {
  const source = knowledgeSourceRecords.get(store, id);
  const body = { ...fields, ...(content !== undefined && { content, checksum: sha256(content) }) };
  const wanted = knowledgeSourceRules.changed(source, body, store.now());
  if (isMovedPage(source, body)) requireUrlSources(hasUrlSources(store), 'url');
  // A conflict must throw before anything is changed.
  knowledgeSourceRecords.requireFree(store, wanted);
  if (content !== undefined) store.knowledge.contents.set(source.id, content);
  const isOutdated = wanted.contentVersion > source.contentVersion;
  if (isOutdated && wanted.status === 'archived') archive(store, source, wanted);
  else {
    knowledgeSourceRecords.save(store, source, wanted);
    if (isOutdated) bringIn(store, source);
  }
  return source;
}

function hasUrlSources({ knowledge }: Store): boolean {
  return knowledge.urlSources !== undefined;
}

function chunksOf({ knowledge }: Store, sourceId: string) {
  const { prepared, revision = 0 } = knowledge.indexed.get(sourceId) ?? {};
  return (prepared?.documents ?? []).map(({ headings, text }, position) => ({
    id: chunkId(sourceId, revision, position),
    sourceId,
    position,
    headings: [...headings],
    text,
  }));
}

async function find(
  store: Store,
  query: Search<ListKnowledgeSourcesQuery>,
): Promise<SearchedPage<KnowledgeSourceMatch>> {
  const sources = knowledgeSourceRecords.all(store);
  const status = narrowedStatuses(query.status);
  const passes = fits(knowledgeSourceRules.filters, { ...plainListIn(query), status });
  const allowed = new Map([...sources].filter(([, source]) => passes(source)));
  const indexes = [...new Set(query.status.map(foundAs))].map((state) =>
    indexedOf(store, [...sources.values()], (_source, { as }) => as === state),
  );
  const reader = readerOf(indexes, (id) => allowed.has(id));
  const { hits, ...page } = await searchPage(store, 'knowledgeSources search', query, (after) =>
    searchSources(reader, { ...query, after }),
  );
  const data = hits.flatMap((hit) => {
    const source = sources.get(hit.id);
    return source ? foundSource(shownSource(source), hit) : [];
  });
  return { data, ...page };
}
