// Indexes knowledge sources: short ones within the request, long ones later.
import {
  emptyPage,
  type FetchedPage,
  failedSource,
  failureBackoffMs,
  fetchedSource,
  foundAs,
  indexedSource,
  isFetchedFirst,
  isIndexedAtOnce,
  knowledgeSourceRules,
  maxPageAttempts,
  type PageFailure,
  type StoredSource,
  shownSource,
  sourceText,
} from '@parley/domain';
import type { PreparedSource } from '@parley/search';
import { fakeRecords } from './fake-records.ts';
import { knowledgeFaqRecords } from './knowledge-faqs.ts';
import { fetchPage } from './knowledge-pages.ts';
import { prepareSource } from './search.ts';
import { sha256 } from './sha256.ts';
import type { Store } from './store.ts';

export const knowledgeSourceRecords = fakeRecords(knowledgeSourceRules, {
  complete: (_store, source) => shownSource(source),
  removing: detachFaqs,
});

/** Removes a deleted source from the FAQs that were created from it. The FAQs stay, and no event is recorded. */
function detachFaqs(store: Store, { id }: StoredSource): void {
  for (const faq of knowledgeFaqRecords.all(store).values())
    if (faq.sourceId === id) faq.sourceId = null;
}

/** Indexes a source whose status is `processing`: a short one at once, any other one later. */
export function bringIn(store: Store, source: StoredSource): void {
  const prepared = preparedAtOnce(store, source);
  if (prepared) index(store, source, prepared, source.updatedAt);
  else indexLater(store, source);
}

/** Archives a source. Only searches with a filter for archived sources find it from now on. */
export function archive(store: Store, source: StoredSource, wanted: StoredSource): void {
  const prepared = preparedAtOnce(store, wanted);
  store.knowledge.indexed.delete(source.id);
  if (prepared) index(store, source, prepared, store.now(), wanted);
  else {
    knowledgeSourceRecords.save(store, source, wanted);
    if (store.knowledge.contents.has(source.id)) indexLater(store, source);
  }
}

/** Indexes a source later. Does nothing if a newer change of the source has been requested by then. */
export function indexLater(store: Store, source: StoredSource, attempt = 1): void {
  const { contentVersion } = source;
  const isNewest = () =>
    source.contentVersion === contentVersion &&
    knowledgeSourceRecords.all(store).get(source.id) === source;
  const run = (atMs: number) => {
    const at = new Date(atMs).toISOString();
    if (!isNewest()) return;
    if (isFetchedFirst(source)) fetchThenIndex(store, source, { at, attempt, isNewest });
    else index(store, source, prepare(store, source), at);
  };
  const waitMs = failureBackoffMs[attempt - 2] ?? store.stepMs;
  store.jobs.add({ kind: 'index', dueMs: store.nowMs() + waitMs, run });
}

function preparedAtOnce(store: Store, source: StoredSource): PreparedSource | undefined {
  const isKnown = store.knowledge.contents.has(source.id);
  return isKnown && isIndexedAtOnce(source) ? prepare(store, source) : undefined;
}

function prepare({ knowledge }: Store, source: StoredSource): PreparedSource {
  return prepareSource(sourceText(source, knowledge.contents.get(source.id) ?? ''));
}

/** Indexes a source and replaces its previous entries. `wanted` is the state of the source afterwards. */
function index(
  store: Store,
  source: StoredSource,
  prepared: PreparedSource,
  at: string,
  wanted = source,
): void {
  store.knowledge.putIntoIndex(source.id, { prepared, as: foundAs(wanted.status) });
  knowledgeSourceRecords.save(store, source, indexedSource(wanted, prepared, at), at);
}

interface Fetching {
  at: string;
  attempt: number;
  isNewest: () => boolean;
}

function fetchThenIndex(store: Store, source: StoredSource, fetching: Fetching): void {
  const { urlSources, underway } = store.knowledge;
  const take = (page: FetchedPage | PageFailure) => {
    if (fetching.isNewest()) takePage(store, source, page, fetching);
  };
  const page = fetchPage(urlSources, source.url ?? '');
  if (!(page instanceof Promise)) {
    take(page);
    return;
  }
  const taken = page.then(take).finally(() => underway.delete(taken));
  underway.add(taken);
}

function takePage(
  store: Store,
  source: StoredSource,
  answer: FetchedPage | PageFailure,
  { at, attempt }: Fetching,
): void {
  if ('code' in answer) {
    if (answer.isPassing && attempt < maxPageAttempts) indexLater(store, source, attempt + 1);
    else fail(store, source, answer, at);
    return;
  }
  const { content } = answer;
  const page = { ...answer, checksum: sha256(content) };
  const untitled = fetchedSource(source, page, null);
  const first = prepareSource(sourceText(untitled, content));
  if (first.charCount === 0) {
    fail(store, source, emptyPage, at);
    return;
  }
  const titled = fetchedSource(source, page, first.pageTitle);
  const isTitled = titled.title !== untitled.title;
  const prepared = isTitled ? prepareSource(sourceText(titled, content)) : first;
  store.knowledge.contents.set(source.id, content);
  index(store, source, prepared, at, titled);
}

function fail(store: Store, source: StoredSource, failure: PageFailure, at: string): void {
  const { knowledge } = store;
  const isFound = knowledge.indexed.get(source.id)?.as === 'ready';
  const failed = failedSource(source, failure, isFound);
  if (knowledge.contents.has(source.id)) {
    const as = foundAs(failed.status);
    knowledge.putIntoIndex(source.id, { prepared: prepare(store, source), as });
  }
  knowledgeSourceRecords.save(store, source, failed, at);
}
