import { knowledgeLimits } from '@parley/contract/schemas';
import { countCharacters } from '@parley/search';
import { FetchTextError, fetchText } from '../outbound/fetch-text.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { KnowledgeSourceRow } from './table.ts';

export interface FetchedPage {
  readonly content: string;
  readonly format: NonNullable<KnowledgeSourceRow['fetched_format']>;
}

/** The page is not there, or is nothing that can be read: `code` and `message` are for the tenant. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly code: string;
  /** Whether it may be there at another time. */
  readonly isPassing: boolean;

  constructor(code: string, message: string, isPassing = false) {
    super(message);
    this.code = code;
    this.isPassing = isPassing;
  }
}

const headers = {
  accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9',
  'user-agent': 'Parley-Knowledge/1',
};

const formats: Readonly<Record<string, FetchedPage['format'] | undefined>> = {
  'text/html': 'page',
  'application/xhtml+xml': 'page',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
};

/** No character takes more bytes in UTF-8, and hardly one in any other charset. */
const bytesPerCharacter = 4;

/** The text at a URL. Never in a transaction: it waits for the network. */
export async function fetchPage(outbound: Outbound, url: string): Promise<FetchedPage> {
  const maxBytes = knowledgeLimits.content * bytesPerCharacter;
  const { contentType, text, url: end } = await fetched(outbound, url, maxBytes);
  const format = formatOf(contentType, end);
  // No text of ours has NUL: it would not fit into the database.
  const content = text.replaceAll('\0', '');
  if (countCharacters(content) > knowledgeLimits.content) throw tooLarge();
  if (content.trim() === '') throw emptyPage();
  return { content, format };
}

/** What has no text for a reader, whatever it is made of. */
export function emptyPage(): PageError {
  return new PageError('content_empty', 'There is no text at this URL.');
}

async function fetched(outbound: Outbound, url: string, maxBytes: number) {
  try {
    return await fetchText(outbound, { url, headers, maxBytes });
  } catch (error) {
    if (!(error instanceof FetchTextError)) throw error;
    if (error.code === 'response_too_large') throw tooLarge();
    throw new PageError(error.code, error.message, isPassing(error));
  }
}

function formatOf(contentType: string | null, url: string): FetchedPage['format'] {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = formats[type];
  if (format === 'text' && /\.(?:md|markdown)$/i.test(new URL(url).pathname)) return 'markdown';
  if (format) return format;
  const what = type === '' ? 'has no content type' : `is ${type.slice(0, 100)}`;
  throw new PageError(
    'content_unsupported',
    `The answer ${what}: HTML, Markdown and plain text can be read.`,
  );
}

function tooLarge(): PageError {
  const limit = knowledgeLimits.content.toLocaleString('en');
  return new PageError('content_too_large', `The page is longer than ${limit} characters.`);
}

const passing = new Set<FetchTextError['code']>([
  'timeout',
  'connection_refused',
  'connection_failed',
  'name_not_resolved',
]);

function isPassing({ code, statusCode }: FetchTextError): boolean {
  if (code !== 'http_status') return passing.has(code);
  return statusCode === 429 || statusCode === 408 || (statusCode ?? 0) >= 500;
}
