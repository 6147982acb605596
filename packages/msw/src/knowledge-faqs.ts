import {
  type BatchKnowledgeFaqItem,
  type CreateKnowledgeFaqBody,
  createKnowledgeFaqBody,
  examples,
  type KnowledgeFaq,
  type KnowledgeFaqMatch,
  type knowledgeFaqsRoutes,
  type ListKnowledgeFaqsQuery,
  type SearchedPage,
} from '@parley/contract';
import {
  addHits,
  faqOfItem,
  fits,
  foundFaq,
  knowledgeFaqRules,
  listedFaq,
  outdatesFaq,
  plainListIn,
  putEach,
  ratedFaq,
  type Search,
  searchIn,
} from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { indexedOf, searchPage } from './knowledge-search.ts';
import { prepareFaq, readerOf, searchFaqs } from './search.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const knowledgeFaqRecords = fakeRecords(knowledgeFaqRules, {
  saved: (store, faq, previous) => {
    if (outdatesFaq({ ...faq, ...previous }, faq)) index(store, faq);
  },
});

const records = { ...knowledgeFaqRecords, create: createFaq };

export const knowledgeFaqs: Fakes<typeof knowledgeFaqsRoutes> = {
  ...fakeCrud(records),
  list: ({ query }, store) => {
    const search = searchIn(query, 'faqs');
    if (search) return find(store, search);
    const page = knowledgeFaqRecords.list(store, plainListIn(query));
    return { ...page, data: page.data.map(listedFaq) };
  },
  batch: ({ body }, store) => {
    const outcomes = putEach(body.items, (item) => putFaq(store, item));
    const none = { faq: null, error: null };
    return { results: outcomes.map((outcome, index) => ({ index, ...none, ...outcome })) };
  },
  feedback: ({ params, body }, store) => {
    const faq = knowledgeFaqRecords.get(store, params.id);
    Object.assign(faq, ratedFaq(faq, body));
  },
};

export const knowledgeFaqSeeds = seedsOf(createKnowledgeFaqBody, records, (number) => ({
  answer: examples.createKnowledgeFaqBody.answer,
  question: `Question ${number}?`,
  externalId: `faq-${number}`,
}));

export function createFaq(store: Store, body: CreateKnowledgeFaqBody): KnowledgeFaq {
  const { language = store.tenant.locale } = body;
  const faq = knowledgeFaqRecords.create(store, { ...body, language });
  index(store, faq);
  return faq;
}

function index(store: Store, faq: KnowledgeFaq): void {
  store.knowledge.putIntoIndex(faq.id, { prepared: prepareFaq(faq) });
}

function putFaq(store: Store, item: BatchKnowledgeFaqItem) {
  const known = [...knowledgeFaqRecords.all(store).values()].find(
    ({ externalId }) => externalId !== null && externalId === item.externalId,
  );
  const faq = known
    ? knowledgeFaqRecords.update(store, known.id, item)
    : createFaq(store, faqOfItem(item, item.language ?? store.tenant.locale));
  const status = known ? ('updated' as const) : ('created' as const);
  return { status, faq: knowledgeFaqRecords.show(store, faq) };
}

async function find(
  store: Store,
  query: Search<ListKnowledgeFaqsQuery>,
): Promise<SearchedPage<KnowledgeFaqMatch>> {
  const faqs = knowledgeFaqRecords.all(store);
  const { filters } = knowledgeFaqRules;
  // The statuses are left out: each status has a separate index.
  const passes = fits(filters, { ...plainListIn(query), status: undefined });
  const allowed = new Map([...faqs].filter(([, faq]) => passes(faq)));
  const questionsOf = (faq: KnowledgeFaq) => [faq.question, ...faq.alternateQuestions];
  const indexes = [...new Set(query.status)].map((status) =>
    indexedOf(store, [...faqs.values()], (faq) => faq.status === status, questionsOf),
  );
  const reader = readerOf(indexes, (id) => allowed.has(id));
  const { hits, ...page } = await searchPage(store, 'knowledgeFaqs search', query, (after) =>
    searchFaqs(reader, { ...query, after }),
  );
  const data = hits.flatMap((hit) => {
    const faq = faqs.get(hit.id);
    return faq ? foundFaq(faq, hit) : [];
  });
  const best = query.cursor === undefined ? faqs.get(data[0]?.id ?? '') : undefined;
  if (best) Object.assign(best, addHits(best, { hitCount: 1, lastHitAt: store.now() }));
  return { data, ...page };
}
