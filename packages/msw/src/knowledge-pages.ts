// What is at a URL, as the service would read it.
import { knowledgeLimits, webhookAttemptErrors } from '@parley/contract';
import { addressOfHost, isPublicAddress } from '@parley/contract/public-address';
import type { SourceText } from '@parley/search';
import type { UrlSources } from './knowledge-state.ts';
import { codeOf, startTimer, stopTimer } from './webhook-exchange.ts';

export interface Page {
  content: string;
  format: SourceText['format'];
}

export interface PageFailure {
  code: string;
  message: string;
  /** Whether the page may be there at another time. */
  isPassing: boolean;
}

/** At once where a text stands for the page. Never throws; a function is given two seconds of real time. */
export function fetchPage(
  sources: UrlSources | undefined,
  url: string,
): Page | PageFailure | Promise<Page | PageFailure> {
  if (!sources) return failure('url_sources_disabled', 'This server fetches no pages.');
  if (!isPublic(url)) {
    return failure('address_not_allowed', 'The destination address is not allowed.');
  }
  if (typeof sources === 'function') return ask(sources, url);
  const content = sources[url];
  return content === undefined ? notOk(404) : read(content, typeOf(url), url);
}

/** A name is taken for that of a public host. */
function isPublic(url: string): boolean {
  const address = addressOfHost(new URL(url).hostname);
  return address === undefined || isPublicAddress(address);
}

async function ask(
  answer: (url: string) => Response | Promise<Response>,
  url: string,
): Promise<Page | PageFailure> {
  try {
    return await inTime(hear(answer, url));
  } catch (thrown) {
    const code = codeOf(thrown);
    const isPassing = code !== 'tls_failed' && code !== 'invalid_response';
    return failure(code, `${webhookAttemptErrors[code]} It threw: ${thrown}`, isPassing);
  }
}

async function hear(answer: (url: string) => Response | Promise<Response>, url: string) {
  const response = await answer(url);
  if (!response.ok) return notOk(response.status);
  return read(await response.text(), response.headers.get('content-type'), url);
}

/** In real time. */
const patienceMs = 2_000;

async function inTime(heard: Promise<Page | PageFailure>): Promise<Page | PageFailure> {
  let timer: ReturnType<typeof startTimer> | undefined;
  const late = new Promise<PageFailure>((resolve) => {
    const give = () => resolve(failure('timeout', webhookAttemptErrors.timeout, true));
    timer = startTimer(give, patienceMs);
  });
  try {
    return await Promise.race([heard, late]);
  } finally {
    stopTimer(timer);
  }
}

const formats: Readonly<Record<string, Page['format'] | undefined>> = {
  'text/html': 'page',
  'application/xhtml+xml': 'page',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
};

function read(text: string, contentType: string | null, url: string): Page | PageFailure {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = formats[type];
  if (!format) {
    const what = type === '' ? 'has no content type' : `is ${type.slice(0, 100)}`;
    const message = `The answer ${what}: HTML, Markdown and plain text can be read.`;
    return failure('content_unsupported', message);
  }
  const content = text.replaceAll('\0', '');
  const max = knowledgeLimits.content;
  if (content.length > max) {
    const message = `The page is longer than ${max.toLocaleString('en')} characters.`;
    return failure('content_too_large', message);
  }
  if (content.trim() === '') return emptyPage();
  return { content, format: format === 'text' && isMarkdown(url) ? 'markdown' : format };
}

/** What has no text for a reader, whatever it is made of. */
export function emptyPage(): PageFailure {
  return failure('content_empty', 'There is no text at this URL.');
}

function notOk(status: number): PageFailure {
  const isPassing = status === 408 || status === 429 || status >= 500;
  return failure('http_status', `The server answered with status ${status}.`, isPassing);
}

function failure(code: string, message: string, isPassing = false): PageFailure {
  return { code, message, isPassing };
}

/** What a site would say of it. */
function typeOf(url: string): string {
  if (isMarkdown(url)) return 'text/markdown';
  return new URL(url).pathname.endsWith('.txt') ? 'text/plain' : 'text/html';
}

function isMarkdown(url: string): boolean {
  return /\.(?:md|markdown)$/i.test(new URL(url).pathname);
}
