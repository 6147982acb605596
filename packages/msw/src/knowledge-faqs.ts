import {
  type BatchKnowledgeFaqItem,
  type KnowledgeFaqBatch,
  type KnowledgeFaqMatch,
  type knowledgeFaqsRoutes,
  knowledgePageLimit,
  type ListKnowledgeFaqsQuery,
  type Page,
  ServiceError,
  searchedFor,
  toErrorResponse,
} from '@parley/contract';
import { searchFaqs } from '@parley/search';
import { recordFaq } from './events.ts';
import { isAnyOf } from './filters.ts';
import { changeFaq, getFaq, insertFaq, toFaq } from './knowledge-faq-records.ts';
import { readerOf } from './knowledge-index.ts';
import { isSpoken, searchPage } from './knowledge-search.ts';
import type { FaqRecord } from './knowledge-state.ts';
import { paginate, readSort } from './pages.ts';
import type { Store } from './store.ts';
import { hasAnyTag } from './text-search.ts';
import type { Fakes } from './types.ts';

export const knowledgeFaqs: Fakes<typeof knowledgeFaqsRoutes> = {
  list: ({ query }, store) => {
    const limit = knowledgePageLimit(query, 'faqs');
    const q = searchedFor(query);
    if (q === undefined) return { status: 200, body: listFaqs(store, { ...query, limit }) };
    return search(store, { ...query, limit, q }).then((body) => ({ status: 200, body }));
  },
  create: ({ body }, store) => {
    const faq = insertFaq(store, body);
    return { status: 201, body: toFaq(faq) };
  },
  batch: ({ body }, store) => {
    const results = body.items.map((item, index) => ({ index, ...putFaq(store, item) }));
    return { status: 200, body: { results } };
  },
  get: ({ params }, store) => ({ status: 200, body: toFaq(getFaq(store, params.id)) }),
  update: ({ params, body }, store) => {
    const faq = getFaq(store, params.id);
    changeFaq(store, faq, body);
    return { status: 200, body: toFaq(faq) };
  },
  delete: ({ params }, store) => {
    const faq = getFaq(store, params.id);
    store.knowledge.faqs.delete(faq.id);
    recordFaq(store, 'knowledge_faq.deleted', faq, null);
    return { status: 204, body: undefined };
  },
  feedback: ({ params, body }, store) => {
    const faq = getFaq(store, params.id);
    if (body.helpful) faq.helpfulCount += 1;
    else faq.unhelpfulCount += 1;
    return { status: 204, body: undefined };
  },
};

/** One item of a batch: it succeeds or fails alone. */
function putFaq(
  store: Store,
  item: BatchKnowledgeFaqItem,
): Omit<KnowledgeFaqBatch['results'][number], 'index'> {
  try {
    const known = [...store.knowledge.faqs.values()].find(
      ({ externalId }) => externalId !== null && externalId === item.externalId,
    );
    if (known) changeFaq(store, known, item);
    const { status = 'published' } = item;
    const faq = toFaq(known ?? insertFaq(store, { ...item, status }));
    return { status: known ? 'updated' : 'created', faq, error: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: 'error', faq: null, error: toErrorResponse(error).body.error };
  }
}

type Query = ListKnowledgeFaqsQuery & { limit: number };

const unasked = { score: null, confidence: null, matchedQuestion: null, snippets: [] };

function listFaqs(store: Store, query: Query): Page<KnowledgeFaqMatch> {
  const { field, descending } = readSort(query.sort);
  const found = [...store.knowledge.faqs.values()].filter(
    (faq) => isAnyOf(query.status, faq.status) && fits(faq, query),
  );
  const page = paginate(found, {
    list: 'knowledgeFaqs',
    tenantId: store.tenant.id,
    query,
    key: (faq) => faq[field as 'createdAt' | 'updatedAt' | 'position'],
    id: (faq) => faq.id,
    descending,
  });
  return { ...page, data: page.data.map((faq) => ({ ...toFaq(faq), ...unasked })) };
}

async function search(
  store: Store,
  query: Query & { q: string },
): Promise<Page<KnowledgeFaqMatch>> {
  const { faqs } = store.knowledge;
  const isAllowed = (id: string) => {
    const faq = faqs.get(id);
    return faq !== undefined && fits(faq, query);
  };
  const indexes = [...new Set(query.status)].map((status) =>
    [...faqs.values()].filter((faq) => faq.status === status).map(toIndexed),
  );
  const reader = readerOf(indexes, isAllowed);
  const request = { list: 'knowledgeFaqs', tenantId: store.tenant.id, query };
  const { hits, nextCursor } = await searchPage(request, (after) =>
    searchFaqs(reader, { ...query, after }),
  );
  const data = hits.flatMap(({ id, snippets, ...match }) => {
    const faq = faqs.get(id);
    // An FAQ is found as a whole: it has no chunks that could be listed.
    const passages = snippets.map((snippet) => ({ ...snippet, chunkId: null }));
    return faq ? { ...toFaq(faq), ...match, snippets: passages } : [];
  });
  const best = query.cursor === undefined ? faqs.get(data[0]?.id ?? '') : undefined;
  if (best) Object.assign(best, { hitCount: best.hitCount + 1, lastHitAt: store.now() });
  return { data, nextCursor };
}

function fits(faq: FaqRecord, query: Query): boolean {
  return (
    isSpoken(query.language, faq.language) &&
    (query.tag === undefined || hasAnyTag(faq.tags, query.tag)) &&
    isAnyOf(query.sourceId, faq.sourceId) &&
    isAnyOf(query.externalId, faq.externalId)
  );
}

function toIndexed({ prepared, ...faq }: FaqRecord) {
  return { ...faq, found: prepared, questions: [faq.question, ...faq.alternateQuestions] };
}
