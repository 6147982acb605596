import { knowledgeLimits } from '@parley/contract/schemas';
import { countCharacters, type SourceText } from '@parley/search';
import { isPassingStatus } from './http-answers.ts';

// How the server reads the page at a URL.

export interface FetchedPage {
  readonly content: string;
  readonly format: Exclude<SourceText['format'], 'html'>;
}

/** Why a page could not be read. `code` and `message` are shown to the tenant. */
export interface PageFailure {
  readonly code: string;
  readonly message: string;
  /** Whether another attempt may succeed. */
  readonly isPassing: boolean;
}

/** The maximum number of attempts to fetch a page that fails for temporary reasons. */
export const maxPageAttempts = 4;

export function pageFailure(code: string, message: string): PageFailure {
  return { code, message, isPassing: passingCodes.has(code) };
}

const passingCodes = new Set([
  'timeout',
  'connection_refused',
  'connection_failed',
  'name_not_resolved',
]);

export const urlSourcesOff = pageFailure(
  'url_sources_disabled',
  'This server does not fetch pages. Send the text as `content` instead.',
);
export const emptyPage = pageFailure('content_empty', 'The page has no text.');
export const longPage = pageFailure(
  'content_too_large',
  `The page has more than ${knowledgeLimits.content.toLocaleString('en')} characters, the limit of a source.`,
);

/** Returns the failure for an unsuccessful response; `status` is null when there was no response. */
export function statusFailure(status: number | null): PageFailure {
  const message = `The server answered with status ${status}.`;
  return { ...pageFailure('http_status', message), isPassing: isPassingStatus(status ?? 0) };
}

const formats: ReadonlyMap<string, FetchedPage['format']> = new Map([
  ['text/html', 'page'],
  ['application/xhtml+xml', 'page'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/plain', 'text'],
]);

interface PageAnswer {
  readonly text: string;
  /** The `Content-Type` of the response, such as `text/html; charset=utf-8`; null without one. */
  readonly contentType: string | null;
  /** The final URL after redirects. */
  readonly url: string;
}

/** Returns the page of a successful response. */
export function readPage({ text, contentType, url }: PageAnswer): FetchedPage | PageFailure {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = formats.get(type);
  if (!format) {
    const what = type === '' ? 'has no content type' : `is ${type.slice(0, 100)}`;
    const message = `The answer ${what}. Only HTML, Markdown and plain text can be read.`;
    return pageFailure('content_unsupported', message);
  }
  // Remove NUL: Postgres cannot store it.
  const content = text.replaceAll('\0', '');
  if (countCharacters(content) > knowledgeLimits.content) return longPage;
  if (content.trim() === '') return emptyPage;
  return { content, format: format === 'text' && isMarkdown(url) ? 'markdown' : format };
}

/** Returns whether the path of a URL has an ending of Markdown files. */
export function isMarkdown(url: string): boolean {
  return /\.(?:md|markdown)$/i.test(new URL(url).pathname);
}
