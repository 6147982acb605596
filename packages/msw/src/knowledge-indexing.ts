// How sources come to be found: at once where they are short, and else after a while. What is found of
// one follows from its title, content, language and status; what changes these counts up its version.
import { type EventType, type KnowledgeSource, knowledgeLimits } from '@parley/contract';
import { type PreparedSource, prepareSource, type SourceText } from '@parley/search';
import { recordSource } from './events.ts';
import { emptyPage, fetchPage, type Page, type PageFailure } from './knowledge-pages.ts';
import type { FoundSource, SourceRecord } from './knowledge-state.ts';
import { changeRecord } from './records.ts';
import { sha256 } from './sha256.ts';
import type { Store } from './store.ts';

/** A page that does not come is asked for this often. */
const fetchAttempts = 4;
const retryMs = 4_000;

/** What is short is found at once, anything else after a while. */
export function bringIn(store: Store, source: SourceRecord, at: string): void {
  if (isQuick(source)) index(store, source, at);
  else indexLater(store, source);
}

/** Changes it, and nobody finds it from now on but who asks for the archive. */
export function moveToArchive(
  store: Store,
  source: SourceRecord,
  change: Partial<KnowledgeSource>,
): void {
  const moved = { ...change, status: 'archived', error: null } as const;
  const wanted = { ...source, ...moved };
  const prepared = isQuick(wanted) ? prepareSource(textOf(wanted)) : null;
  const counts = prepared ? countsOf(prepared) : {};
  const told = { at: store.now(), event: 'knowledge_source.updated' } as const;
  saveSource(store, source, { ...moved, ...counts }, told);
  source.found = null;
  if (prepared) putIn(store, source, prepared);
  else if (source.content !== null) indexLater(store, source);
}

/** After a while, unless something newer was asked for meanwhile. */
export function indexLater(store: Store, source: SourceRecord, attempt = 1): void {
  const { version } = source;
  const isNewest = () =>
    source.version === version && store.knowledge.sources.get(source.id) === source;
  const run = (atMs: number) => {
    const at = new Date(atMs).toISOString();
    if (!isNewest()) return;
    if (isFetchedFirst(source)) fetchThenIndex(store, source, { at, attempt, isNewest });
    else index(store, source, at);
  };
  const waitMs = attempt === 1 ? store.stepMs : retryMs * (attempt - 1);
  store.jobs.add({ kind: 'index', dueMs: store.nowMs() + waitMs, run });
}

/** Writes what changed and tells of it; without a difference it tells nothing. */
export function saveSource(
  store: Store,
  source: SourceRecord,
  change: Partial<KnowledgeSource>,
  { at, event }: { at: string; event: Extract<EventType, `knowledge_source.${string}`> },
): void {
  const previous = changeRecord<KnowledgeSource>(source, change, at);
  if (previous) recordSource(store, event, source, previous);
}

/** In which state it is found once it is indexed. */
export function foundAs(status: KnowledgeSource['status']): FoundSource['as'] {
  return status === 'processing' ? 'ready' : status;
}

/** What fits into a title. */
export function titleOf(text: string): string {
  const max = 255;
  // Half of a character is none.
  const length = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return text.slice(0, length).trim();
}

function isFetchedFirst({ status, isFetchDue }: SourceRecord): boolean {
  return isFetchDue && status !== 'archived';
}

function isQuick(source: SourceRecord): boolean {
  const length = source.content?.length ?? Number.POSITIVE_INFINITY;
  return !isFetchedFirst(source) && length <= knowledgeLimits.indexedAtOnce;
}

function index(store: Store, source: SourceRecord, at: string): void {
  const counts = countsOf(putIn(store, source, prepareSource(textOf(source))));
  if (source.status === 'archived') {
    saveSource(store, source, counts, { at, event: 'knowledge_source.updated' });
  } else {
    saveSource(store, source, { ...counts, ...ready(at) }, { at, event: 'knowledge_source.ready' });
  }
}

/** Takes the place of what was found of it. */
function putIn(store: Store, source: SourceRecord, prepared: PreparedSource): PreparedSource {
  const revision = store.knowledge.newRevision();
  source.found = { prepared, as: foundAs(source.status), revision };
  return prepared;
}

function textOf({ title, type, fetchedFormat, content, language }: SourceRecord): SourceText {
  const format = type === 'url' ? (fetchedFormat ?? 'page') : type;
  return { title, content: content ?? '', format, language };
}

function countsOf({ chunkCount, charCount }: PreparedSource) {
  return { chunkCount, charCount };
}

function ready(at: string) {
  return { status: 'ready', error: null, indexedAt: at } as const;
}

interface Fetching {
  at: string;
  attempt: number;
  isNewest: () => boolean;
}

function fetchThenIndex(store: Store, source: SourceRecord, fetching: Fetching): void {
  const { urlSources, underway } = store.knowledge;
  const take = (page: Page | PageFailure) => {
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
  source: SourceRecord,
  page: Page | PageFailure,
  { at, attempt }: Fetching,
): void {
  if ('code' in page) {
    if (page.isPassing && attempt < fetchAttempts) indexLater(store, source, attempt + 1);
    else fail(store, source, page, at);
    return;
  }
  const { content, format } = page;
  const { language, isTitledByPage } = source;
  const text = { title: source.title, content, format, language };
  const first = prepareSource(text);
  if (first.charCount === 0) {
    fail(store, source, emptyPage(), at);
    return;
  }
  const title = isTitledByPage
    ? titleOf(first.pageTitle ?? '') || titleOf(source.url ?? '')
    : source.title;
  Object.assign(source, { content, fetchedFormat: format, isFetchDue: false });
  const prepared = title === text.title ? first : prepareSource({ ...text, title });
  const counts = countsOf(putIn(store, source, prepared));
  const change = { title, checksum: sha256(content), ...counts, ...ready(at) };
  saveSource(store, source, change, { at, event: 'knowledge_source.ready' });
}

/** A site that is away takes nothing away; what is gone is found by who looks for what has failed. */
function fail(store: Store, source: SourceRecord, failure: PageFailure, at: string): void {
  const { code, message, isPassing } = failure;
  const stays = isPassing && source.found?.as === 'ready';
  if (stays) putIn(store, source, prepareSource(textOf(source)));
  else if (source.found) source.found = { ...source.found, as: 'failed' };
  const change = { status: stays ? 'ready' : 'failed', error: { code, message } } as const;
  saveSource(store, source, change, { at, event: 'knowledge_source.failed' });
}
