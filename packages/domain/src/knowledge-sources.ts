import {
  type CreateKnowledgeSourceBody,
  fold,
  type KnowledgeSource,
  type KnowledgeSourceMatch,
  type KnowledgeSourceStatus,
  type ListKnowledgeSourcesQuery,
  type UpdateKnowledgeSourceBody,
} from '@parley/contract/schemas';
import { countCharacters, cutAt, type SourceHit } from '@parley/search';
import { givenFields } from './fields.ts';
import { anyOf, spoken, tagged } from './filters.ts';
import type { PlainList } from './knowledge.ts';
import type { FetchedPage } from './knowledge-pages.ts';
import { checkTransition, invalidTransition, type Transitions, violation } from './refusals.ts';
import { defineRules, type Made, patched, type RecordEventType } from './rules.ts';

// The search results for a source depend on its title, content, language and status. Every change of these increments
// `contentVersion`. A worker may write the index only if it has read the newest version.

export interface StoredSource extends KnowledgeSource {
  /** Number of characters of the content; 0 until the page of a URL was fetched. */
  contentLength: number;
  /** Format of the fetched content of a URL; null until it was fetched. */
  fetchedFormat: FetchedPage['format'] | null;
  /** Whether the server must fetch the page of the URL before it indexes the source. */
  fetchDue: boolean;
  /** Whether the title comes from the page because no request has set one. */
  titleFromPage: boolean;
  contentVersion: number;
}

/**
 * The input for a new source. `language` is the locale of the tenant if the request gives none; `checksum` is that of
 * the content.
 */
export type NewKnowledgeSource = CreateKnowledgeSourceBody & {
  language: string;
  checksum: string | null;
};

/** The input for a change of a source, with the checksum of the content if the change has content. */
export type KnowledgeSourceChange = UpdateKnowledgeSourceBody & { checksum?: string | undefined };

/** The statuses that may follow each status. Only indexing makes a source `ready` or `failed`. */
export const knowledgeSourceTransitions: Transitions<KnowledgeSourceStatus> = {
  processing: ['ready', 'failed', 'archived'],
  ready: ['processing', 'archived'],
  failed: ['processing', 'archived'],
  archived: ['processing'],
};

/**
 * The statuses that a request may set, by the present status. `ready` restores an archived source, which is indexed
 * before it becomes `ready`.
 */
export const requestableSourceStatuses: Transitions<KnowledgeSourceStatus> = {
  processing: ['ready', 'archived'],
  ready: ['archived'],
  failed: ['archived'],
  archived: ['ready'],
};

export const maxTitle = 255;
/**
 * The maximum length of a title in the sort key. Normalizing can make a title longer, and an index row of Postgres has
 * at most 2,700 bytes.
 */
const maxTitleKey = 400;

export const knowledgeSourceRules = defineRules<
  StoredSource,
  NewKnowledgeSource,
  KnowledgeSourceChange,
  PlainList<ListKnowledgeSourcesQuery>
>({
  kind: 'knowledgeSource',
  initial: newSource,
  changed: changedSource,
  unique: { externalId: ({ externalId }) => externalId },
  hidden: ['contentLength', 'fetchedFormat', 'fetchDue', 'titleFromPage', 'contentVersion'],
  events: { created: 'knowledge_source.created', deleted: 'knowledge_source.deleted' },
  changeEvents: (previous, after) => [{ type: changeEventOf(previous, after), previous }],
  filters: {
    status: anyOf('status'),
    type: anyOf('type'),
    language: spoken('language'),
    tag: tagged('tags'),
    externalId: anyOf('externalId'),
  },
  sortKeys: { title: sourceTitleKey },
});

export function sourceTitleKey({ title }: Pick<StoredSource, 'title'>): string {
  return cutAt(fold(title), maxTitleKey);
}

function newSource(
  { content, ...body }: NewKnowledgeSource & { content?: string },
  { id, at }: Made,
): StoredSource {
  const isPage = body.type === 'url';
  return {
    id,
    title: titleOfUrl(body.url),
    type: body.type,
    url: null,
    externalId: null,
    language: body.language,
    status: 'processing',
    error: null,
    tags: [],
    chunkCount: 0,
    charCount: 0,
    checksum: body.checksum,
    indexedAt: null,
    metadata: {},
    createdAt: at,
    updatedAt: at,
    ...givenFields(body),
    contentLength: countCharacters(content ?? ''),
    fetchedFormat: null,
    fetchDue: isPage,
    titleFromPage: body.title === undefined,
    contentVersion: 1,
  };
}

function changedSource(before: StoredSource, change: KnowledgeSourceChange): StoredSource {
  const { content, status, ...fields } = change;
  checkTransition(
    'knowledgeSource',
    requestableSourceStatuses,
    before,
    status ?? before.status,
    'reindex',
  );
  if (before.type === 'url') {
    if (content !== undefined) throw violation('content_is_fetched', 'content');
    if (fields.url === null) throw violation('url_required', 'url');
  }
  const wanted = {
    ...patched(before, fields),
    ...(fields.title !== undefined && { titleFromPage: false }),
    ...(content !== undefined && { contentLength: countCharacters(content) }),
    ...(isMovedPage(before, change) && { fetchDue: true }),
    status: statusAfter(before, status),
  };
  const isReplaced = content !== undefined && before.status === 'failed';
  return isReplaced || outdatesSource(before, wanted) ? toIndexAnew(wanted) : wanted;
}

function statusAfter(
  { status }: StoredSource,
  wanted: KnowledgeSourceChange['status'],
): KnowledgeSourceStatus {
  if (wanted === 'archived') return 'archived';
  return wanted === 'ready' && status === 'archived' ? 'processing' : status;
}

/** Returns whether a change makes it necessary to index a source again. */
function outdatesSource(before: StoredSource, after: StoredSource): boolean {
  return (
    after.title !== before.title ||
    after.language !== before.language ||
    after.checksum !== before.checksum ||
    isMovedPage(before, after) ||
    foundAs(after.status) !== foundAs(before.status)
  );
}

function toIndexAnew(source: StoredSource): StoredSource {
  const status = source.status === 'archived' ? 'archived' : 'processing';
  return { ...source, status, error: null, contentVersion: source.contentVersion + 1 };
}

/** Returns whether a change gives a source of type `url` another URL. */
export function isMovedPage(
  { type, url: before }: StoredSource,
  { url }: { readonly url?: string | null | undefined },
): boolean {
  return type === 'url' && url !== undefined && url !== before;
}

/**
 * Returns the source after a request to index it again and to fetch its page again. Throws SVC-INVALID-TRANSITION for
 * an archived source.
 */
export function reindexedSource(source: StoredSource): StoredSource {
  const { id, status: from, type } = source;
  if (from !== 'archived') return { ...toIndexAnew(source), fetchDue: type === 'url' };
  throw invalidTransition({
    resource: 'knowledgeSource',
    id,
    from,
    action: 'reindex',
    allowed: ['processing', 'ready', 'failed'],
    suggestion: 'update',
  });
}

/** Throws SVC-RULE-VIOLATION when a request needs a page to be fetched, and the server is set to fetch none. */
export function requireUrlSources(urlSources: boolean, field: 'type' | 'url'): void {
  if (!urlSources) throw violation('url_sources_disabled', field);
}

function changeEventOf(previous: Partial<StoredSource>, after: StoredSource): RecordEventType {
  const isIndexed = previous.status === 'processing' && after.status !== 'archived';
  if (!isIndexed) return 'knowledge_source.updated';
  return after.error === null ? 'knowledge_source.ready' : 'knowledge_source.failed';
}

/** Returns the status that the index stores for a source: one that is `processing` counts as `ready`. */
export function foundAs(
  status: KnowledgeSourceStatus,
): Exclude<KnowledgeSourceStatus, 'processing'> {
  return status === 'processing' ? 'ready' : status;
}

/**
 * Returns the statuses by which a search must filter its results; undefined when it need not. The index does not
 * distinguish `processing` from `ready`, so the results are filtered when only `processing` is asked for.
 */
export function narrowedStatuses(
  asked: KnowledgeSourceStatus[],
): KnowledgeSourceStatus[] | undefined {
  return asked.includes('processing') && !asked.includes('ready') ? asked : undefined;
}

export function shownSource({
  contentLength: _length,
  fetchedFormat: _format,
  fetchDue: _due,
  titleFromPage: _titled,
  contentVersion: _version,
  ...source
}: StoredSource): KnowledgeSource {
  return source;
}

/** Returns a source as a list without a search shows it. */
export function listedSource(source: KnowledgeSource): KnowledgeSourceMatch {
  return { ...source, score: null, snippets: [] };
}

/** Returns a source as the results of a search show it. */
export function foundSource(
  source: KnowledgeSource,
  { score, snippets }: SourceHit,
): KnowledgeSourceMatch {
  return { ...source, score, snippets };
}

/** Returns the title for a page that has none: its URL. */
export function titleOfUrl(url: string | null | undefined): string {
  return cutAt(url ?? '', maxTitle);
}
