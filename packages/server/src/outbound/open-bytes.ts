import { isPassingStatus } from '@parley/domain';
import { type Dispatcher, request } from 'undici';
import { FetchTextError, followRedirects, locationOf, unpacked } from './fetch-text.ts';
import { AddressNotAllowedError } from './guarded-agent.ts';
import type { Outbound } from './outbound.ts';

/** The usual time limit of a download, in milliseconds: more than a large file takes on a slow network. */
const openMs = 300_000;

/** The `User-Agent` of Parley. Some hosts of files, such as that of Meta, refuse requests without one. */
export const userAgent = 'Parley (+https://github.com/parley)';

/** The bytes of a response, as they arrive. */
export interface OpenedBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly contentType: string | undefined;
}

/**
 * Thrown when nobody said anything about a file: its host or the provider has an outage, or the provider refused the
 * token or the account. The message of an outage may be shown to the tenant who set the URL.
 */
export class FileNotAskedError extends Error {
  override readonly name = 'FileNotAskedError';
}

/** Text for the tenant who set the URL of a file. */
export const fileNotSent = 'The server at the URL did not send the file.';

/**
 * Requests a URL and returns the bytes as they arrive. Follows no redirect; throws unless the status is 200. Throws a
 * FileNotAskedError during an outage of the host.
 */
export async function openBytes(
  dispatcher: Dispatcher,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedBytes> {
  const answer = await ask(dispatcher, url, { headers, signal: AbortSignal.timeout(openMs) });
  return opened(answer);
}

/**
 * Requests a URL that others chose, and returns the bytes as they arrive. Follows redirects, and checks each target
 * like the first URL. The time limit is for all requests and the bytes together. Throws a FileNotAskedError during an
 * outage of the host.
 */
export async function openGuarded(
  outbound: Outbound,
  first: string,
  timeoutMs = openMs,
): Promise<OpenedBytes> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { answer } = await followRedirects(outbound, first, async (url) => {
    const answer = await ask(outbound.agent, url, { signal });
    if (locationOf(answer) !== undefined) answer.body.destroy();
    return answer;
  });
  return opened(answer);
}

async function ask(
  dispatcher: Dispatcher,
  url: URL,
  { headers = {}, signal }: { headers?: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  const answer = await request(url, {
    dispatcher,
    headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': userAgent },
    signal,
  }).catch((cause: unknown) => {
    if (cause instanceof AddressNotAllowedError) throw cause;
    throw new FileNotAskedError(fileNotSent, { cause });
  });
  // The stream can fail before anything reads it. Its reader gets the error nevertheless.
  answer.body.on('error', () => {});
  return answer;
}

function opened(answer: Dispatcher.ResponseData): OpenedBytes {
  const { statusCode, headers, body } = answer;
  const type = headers['content-type'];
  if (statusCode === 200) {
    return { bytes: unpacked(answer), contentType: typeof type === 'string' ? type : undefined };
  }
  body.destroy();
  const message = `The server answered with status ${statusCode}.`;
  if (isPassingStatus(statusCode)) throw new FileNotAskedError(message);
  throw new FetchTextError({ code: 'http_status', message }, statusCode);
}
