import { knowledgeLimits } from '@parley/contract/schemas';
import {
  type FetchedPage,
  longPage,
  type PageFailure,
  pageFailure,
  readPage,
  statusFailure,
} from '@parley/domain';
import { FetchTextError, fetchText } from '../outbound/fetch-text.ts';
import type { Outbound } from '../outbound/outbound.ts';

const headers = {
  accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9',
  'user-agent': 'Parley-Knowledge/1',
};

/** The maximum number of bytes of a character in UTF-8, and in nearly every other charset. */
const bytesPerCharacter = 4;

/** Fetches the text at a URL. Do not call it in a transaction: it waits for the network. */
export async function fetchPage(
  outbound: Outbound,
  url: string,
): Promise<FetchedPage | PageFailure> {
  const maxBytes = knowledgeLimits.content * bytesPerCharacter;
  try {
    return readPage(await fetchText(outbound, { url, headers, maxBytes }));
  } catch (error) {
    if (!(error instanceof FetchTextError)) throw error;
    if (error.code === 'response_too_large') return longPage;
    if (error.code === 'http_status') return statusFailure(error.statusCode);
    return pageFailure(error.code, error.message);
  }
}
