import { knowledgeLimits } from '@parley/contract/schemas';
import { countCharacters, cutAt, type PreparedSource, type SourceText } from '@parley/search';
import type { FetchedPage, PageFailure } from './knowledge-pages.ts';
import { maxTitle, type StoredSource, titleOfUrl } from './knowledge-sources.ts';

// How a source is indexed, and its status afterwards.

/** Returns whether the server must fetch the page of a source before it indexes the source. */
export function isFetchedFirst({ status, fetchDue }: StoredSource): boolean {
  return fetchDue && status !== 'archived';
}

/** Returns whether a source is short enough to be indexed within the request. */
export function isIndexedAtOnce(source: StoredSource): boolean {
  return !isFetchedFirst(source) && source.contentLength <= knowledgeLimits.indexedAtOnce;
}

/** Returns the text of a source that a search index needs. */
export function sourceText(
  { title, type, fetchedFormat, language }: StoredSource,
  content: string,
): SourceText {
  return { title, content, language, format: type === 'url' ? (fetchedFormat ?? 'page') : type };
}

/** Returns the source with its fetched page. The title comes from the page unless a request has set one. */
export function fetchedSource(
  source: StoredSource,
  { content, format, checksum }: FetchedPage & { readonly checksum: string },
  pageTitle: string | null,
): StoredSource {
  const title = cutAt(pageTitle?.trim() ?? '', maxTitle).trim() || titleOfUrl(source.url);
  return {
    ...source,
    ...(source.titleFromPage && { title }),
    contentLength: countCharacters(content),
    checksum,
    fetchedFormat: format,
    fetchDue: false,
  };
}

/** Returns the source after it was indexed. */
export function indexedSource(
  source: StoredSource,
  { chunkCount, charCount }: Pick<PreparedSource, 'chunkCount' | 'charCount'>,
  at: string,
): StoredSource {
  const counted = { ...source, chunkCount, charCount };
  if (source.status === 'archived') return counted;
  return { ...counted, status: 'ready', error: null, indexedAt: at };
}

/**
 * Returns the source after its page could not be fetched. It stays `ready` if the failure is temporary and the index
 * still has its earlier content, as `isFound` says. Otherwise it becomes `failed`.
 */
export function failedSource(
  source: StoredSource,
  { code, message, isPassing }: PageFailure,
  isFound: boolean,
): StoredSource {
  return { ...source, status: isPassing && isFound ? 'ready' : 'failed', error: { code, message } };
}

/** Returns the source after it could not be indexed because of an internal error. */
export function unreadSource(source: StoredSource): StoredSource {
  const counted = { ...source, chunkCount: 0, charCount: 0 };
  if (source.status === 'archived') return counted;
  const message = 'The source could not be read. Reindex it to try again.';
  return { ...counted, status: 'failed', error: { code: 'SVC-INTERNAL', message } };
}
