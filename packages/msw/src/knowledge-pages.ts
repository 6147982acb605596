// Reads the page at a URL as the server would.
import { webhookAttemptErrors } from '@parley/contract';
import { addressOfHost, isPublicAddress } from '@parley/contract/public-address';
import {
  decodePage,
  type FetchedPage,
  inTime,
  isMarkdown,
  type PageFailure,
  pageFailure,
  readPage,
  statusFailure,
  urlSourcesOff,
} from '@parley/domain';
import type { UrlSources } from './knowledge-state.ts';
import { startRealTimer } from './real-timer.ts';
import { attemptErrorOf } from './webhook-exchange.ts';

type Fetched = FetchedPage | PageFailure;

/**
 * Returns the page for a URL: at once when it is a fixed text. Never throws: returns a failure instead, also when a
 * function has not answered after two seconds of real time.
 */
export function fetchPage(
  sources: UrlSources | undefined,
  url: string,
): Fetched | Promise<Fetched> {
  if (!sources) return urlSourcesOff;
  if (!isPublic(url)) {
    return pageFailure('address_not_allowed', webhookAttemptErrors.address_not_allowed);
  }
  // As in a request of the server, the place in the page is left out.
  const [page = url] = url.split('#', 1);
  if (typeof sources === 'function') return ask(sources, page);
  const text = sources[page];
  if (text === undefined) return statusFailure(404);
  return readPage({ text, contentType: typeOf(url), url });
}

/** Returns whether a URL is public. Every host name counts as public. */
function isPublic(url: string): boolean {
  const address = addressOfHost(new URL(url).hostname);
  return address === undefined || isPublicAddress(address);
}

async function ask(
  answer: (url: string) => Response | Promise<Response>,
  url: string,
): Promise<Fetched> {
  try {
    const late = () => pageFailure('timeout', webhookAttemptErrors.timeout);
    return await inTime(hear(answer, url), patienceMs, late, startRealTimer);
  } catch (thrown) {
    const code = attemptErrorOf(thrown);
    return pageFailure(code, `${webhookAttemptErrors[code]} It threw: ${thrown}`);
  }
}

async function hear(
  answer: (url: string) => Response | Promise<Response>,
  url: string,
): Promise<Fetched> {
  const response = await answer(url);
  if (!response.ok) return statusFailure(response.status);
  const contentType = response.headers.get('content-type');
  const text = decodePage(new Uint8Array(await response.arrayBuffer()), contentType ?? '');
  return readPage({ text, contentType, url });
}

/** The maximum time in which a function must return a page, in milliseconds of real time. */
const patienceMs = 2_000;

/** Returns the content type that a site would send. */
function typeOf(url: string): string {
  if (isMarkdown(url)) return 'text/markdown';
  return new URL(url).pathname.endsWith('.txt') ? 'text/plain' : 'text/html';
}
