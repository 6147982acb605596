import type {
  CreateKnowledgeSourceBody,
  KnowledgeSource,
  KnowledgeSourceMatch,
  KnowledgeSourceStatus,
  ListKnowledgeSourcesQuery,
  UpdateKnowledgeSourceBody,
} from '@parley/contract/schemas';
import { countCharacters, cutAt, type SourceHit } from '@parley/search';
import { givenFields } from './fields.ts';
import { anyOf, spoken, tagged } from './filters.ts';
import type { PlainList } from './knowledge.ts';
import type { FetchedPage } from './knowledge-pages.ts';
import { checkTransition, invalidTransition, type Transitions, violation } from './refusals.ts';
import { defineRules, type Made, patched, type RecordEventType } from './rules.ts';
import { fold } from './texts.ts';

// Search results of a source depend on its title, content, language and status. Every change of these increments
// `contentVersion`, and only a worker that has read the newest version may write the index.

export interface StoredSource extends KnowledgeSource {
  /** Characters of the content; 0 until a URL was fetched. */
  contentLength: number;
  /** Format of the content of a URL; null until it was fetched. */
  fetchedFormat: FetchedPage['format'] | null;
  /** Whether the page of a URL is to be fetched before it is indexed. */
  fetchDue: boolean;
  /** Whether the title comes from the page, because no request has set one. */
  titleFromPage: boolean;
  contentVersion: number;
}

/** A new source: `language` is the locale of the tenant where the body names none, `checksum` that of the content. */
export type NewKnowledgeSource = CreateKnowledgeSourceBody & {
  language: string;
  checksum: string | null;
};

/** A change of a source, with the checksum of the content where it gives one. */
export type KnowledgeSourceChange = UpdateKnowledgeSourceBody & { checksum?: string | undefined };

/** Every status with the statuses that may follow it. Only indexing makes a source `ready` or `failed`. */
export const knowledgeSourceTransitions: Transitions<KnowledgeSourceStatus> = {
  processing: ['ready', 'failed', 'archived'],
  ready: ['processing', 'archived'],
  failed: ['processing', 'archived'],
  archived: ['processing'],
};

/** The statuses that a request may set, by current status. `ready` restores an archived source: it is indexed first. */
export const requestableSourceStatuses: Transitions<KnowledgeSourceStatus> = {
  processing: ['ready', 'archived'],
  ready: ['archived'],
  failed: ['archived'],
  archived: ['ready'],
};

export const maxTitle = 255;
/** Case folding can make a title longer, and an index row of Postgres has at most 2,700 bytes. */
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

/** Whether a change requires indexing a source again. */
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

/** Whether a change gives the page of a source another URL. */
export function isMovedPage(
  { type, url: before }: StoredSource,
  { url }: { readonly url?: string | null | undefined },
): boolean {
  return type === 'url' && url !== undefined && url !== before;
}

/** The source after a request to reindex it and to fetch its page again. */
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

/** Throws SVC-RULE-VIOLATION where a page would have to be fetched and the server fetches none. */
export function requireUrlSources(urlSources: boolean, field: 'type' | 'url'): void {
  if (!urlSources) throw violation('url_sources_disabled', field);
}

function changeEventOf(previous: Partial<StoredSource>, after: StoredSource): RecordEventType {
  const isIndexed = previous.status === 'processing' && after.status !== 'archived';
  if (!isIndexed) return 'knowledge_source.updated';
  return after.error === null ? 'knowledge_source.ready' : 'knowledge_source.failed';
}

/** The state in which a source is found: while it is processed, as it was before. */
export function foundAs(
  status: KnowledgeSourceStatus,
): Exclude<KnowledgeSourceStatus, 'processing'> {
  return status === 'processing' ? 'ready' : status;
}

/**
 * The statuses that filter a search of sources. Sources in process are indexed together with ready ones: only a filter
 * for one of the two distinguishes them.
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

/** A source of a plain list. */
export function listedSource(source: KnowledgeSource): KnowledgeSourceMatch {
  return { ...source, score: null, snippets: [] };
}

/** A source that a search found. */
export function foundSource(
  source: KnowledgeSource,
  { score, snippets }: SourceHit,
): KnowledgeSourceMatch {
  return { ...source, score, snippets };
}

/** The title of a page that has said none. */
export function titleOfUrl(url: string | null | undefined): string {
  return cutAt(url ?? '', maxTitle);
}
