import { knowledgeLimits } from '@parley/contract/schemas';
import { countCharacters, cutAt, type PreparedSource, type SourceText } from '@parley/search';
import type { FetchedPage, PageFailure } from './knowledge-pages.ts';
import { maxTitle, type StoredSource, titleOfUrl } from './knowledge-sources.ts';

// How a source is indexed, and its status afterwards.

/** Whether the page of a source is fetched before it is indexed. */
export function isFetchedFirst({ status, fetchDue }: StoredSource): boolean {
  return fetchDue && status !== 'archived';
}

/** Whether a source can be indexed within a request. */
export function isIndexedAtOnce(source: StoredSource): boolean {
  return !isFetchedFirst(source) && source.contentLength <= knowledgeLimits.indexedAtOnce;
}

/** The indexed text of a source. */
export function sourceText(
  { title, type, fetchedFormat, language }: StoredSource,
  content: string,
): SourceText {
  return { title, content, language, format: type === 'url' ? (fetchedFormat ?? 'page') : type };
}

/** The source with its fetched page. The page sets the title unless a request did. */
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

/** The source once it is in the index. */
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
 * The source whose page could not be read. After a passing failure it stays `ready` where it is found as it
 * was before (`isFound`); after another one it fails.
 */
export function failedSource(
  source: StoredSource,
  { code, message, isPassing }: PageFailure,
  isFound: boolean,
): StoredSource {
  return { ...source, status: isPassing && isFound ? 'ready' : 'failed', error: { code, message } };
}

/** The source that could not be indexed at all. */
export function unreadSource(source: StoredSource): StoredSource {
  const counted = { ...source, chunkCount: 0, charCount: 0 };
  if (source.status === 'archived') return counted;
  const message = 'The source could not be read. Reindex it to try again.';
  return { ...counted, status: 'failed', error: { code: 'SVC-INTERNAL', message } };
}
