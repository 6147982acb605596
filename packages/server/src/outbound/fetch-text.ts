import { pipeline, Readable } from 'node:stream';
import { parseUrl } from '@parley/contract/schemas';
import { decodePage, isRedirect } from '@parley/domain';
import { decoders } from '../decoders.ts';
import { type Exchange, exchange } from './exchange.ts';
import { addressNotAllowed, failureOf, type OutboundFailure } from './failures.ts';
import type { Outbound } from './outbound.ts';
import { wrongWith } from './policy.ts';

export interface FetchRequest {
  readonly url: string;
  /** Headers with lower-case names. They are sent to every host of a redirect, too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadlineMs?: number;
  readonly maxBytes: number;
}

export interface FetchedText {
  /** The URL after all redirects. */
  readonly url: string;
  /** The header of the response, such as `text/html; charset=utf-8`; null when there is none. */
  readonly contentType: string | null;
  readonly text: string;
}

export type FetchTextFailure = Omit<OutboundFailure, 'code'> & {
  readonly code: OutboundFailure['code'] | 'too_many_redirects';
};

/** Thrown when a URL gives no text. `code` and `message` may be shown to the tenant who set the URL. */
export class FetchTextError extends Error {
  override readonly name = 'FetchTextError';
  readonly code: FetchTextFailure['code'];
  /** The status of the unsuccessful response. */
  readonly statusCode: number | null;

  constructor({ code, message }: FetchTextFailure, statusCode: number | null = null) {
    super(message);
    this.code = code;
    this.statusCode = statusCode;
  }
}

const maxRedirects = 5;

/** Fetches a URL and returns its content as text. */
export async function fetchText(outbound: Outbound, request: FetchRequest): Promise<FetchedText> {
  const { url, answer } = await fetchAnswer(outbound, request);
  return await textOf(answer, url, request.maxBytes);
}

async function fetchAnswer(
  outbound: Outbound,
  { url: first, headers = {}, deadlineMs = 15_000, maxBytes }: FetchRequest,
): Promise<{ url: URL; answer: Exchange }> {
  const deadline = performance.now() + deadlineMs;
  return await followRedirects(outbound, first, async (url) => {
    const answer = await exchange(outbound.agent, {
      method: 'GET',
      url,
      headers: { ...headers, 'accept-encoding': 'identity' },
      timeoutMs: deadline - performance.now(),
      maxReadBytes: maxBytes,
    });
    const failure = failureOf(answer, deadlineMs);
    if (failure) throw new FetchTextError(failure, answer.statusCode);
    return answer;
  });
}

/**
 * Requests a URL and follows its redirects. Checks each target like the first URL. Throws a FetchTextError when more
 * than five redirects follow one another.
 */
export async function followRedirects<Answer extends Pick<Exchange, 'statusCode' | 'headers'>>(
  outbound: Outbound,
  first: string,
  request: (url: URL) => Promise<Answer>,
): Promise<{ url: URL; answer: Answer }> {
  let url = allowedUrl(outbound, first);
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const answer = await request(url);
    const location = locationOf(answer);
    if (location === undefined) return { url, answer };
    url = allowedUrl(outbound, location, url);
  }
  throw new FetchTextError({
    code: 'too_many_redirects',
    message: `More than ${maxRedirects} redirects follow one another.`,
  });
}

/** Returns the parsed URL. Throws a FetchTextError for a URL that the policy forbids. */
function allowedUrl({ policy }: Outbound, text: string, base?: URL): URL {
  const url = parseUrl(text, base);
  if (url && !wrongWith(policy, url)) return url;
  throw new FetchTextError(addressNotAllowed);
}

/** Returns the target of a redirect; undefined for other responses. */
export function locationOf({
  statusCode,
  headers,
}: Pick<Exchange, 'statusCode' | 'headers'>): string | undefined {
  const { location } = headers;
  return isRedirect(statusCode ?? 0) && typeof location === 'string' ? location : undefined;
}

async function textOf(answer: Exchange, url: URL, maxBytes: number): Promise<FetchedText> {
  checkWhole(answer, maxBytes);
  const contentType = contentTypeOf(answer);
  const text = decodePage(await unpack(answer, maxBytes), contentType ?? '');
  return { url: url.href, contentType, text };
}

function checkWhole({ statusCode, outcome }: Exchange, maxBytes: number): void {
  if (statusCode === null || statusCode < 200 || statusCode > 299) {
    const message = `The server answered with status ${statusCode}.`;
    throw new FetchTextError({ code: 'http_status', message }, statusCode);
  }
  if (outcome === 'cut') throw tooLarge(maxBytes, statusCode);
}

function contentTypeOf({ headers }: Exchange): string | null {
  const contentType = headers['content-type'];
  return typeof contentType === 'string' ? contentType : null;
}

async function unpack(answer: Exchange, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpacked({ ...answer, body: Readable.from([answer.body]) })) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes, answer.statusCode);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Yields the bytes of a response, decompressed: some servers compress a response although the request does not allow it.
 * Throws `invalid_response` when they are not in the form that their Content-Encoding says.
 */
export async function* unpacked({
  statusCode,
  headers,
  body,
}: Pick<Exchange, 'statusCode' | 'headers'> & { body: Readable }): AsyncGenerator<Uint8Array> {
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  // Some servers name what is no compression, such as `utf-8` or `aws-chunked`.
  if (!compressions.test(coding)) return yield* body;
  const invalid = (what: string) =>
    new FetchTextError({ code: 'invalid_response', message: `The answer ${what}.` }, statusCode);
  const decoder = decoders.get(coding)?.();
  if (!decoder) {
    body.destroy();
    throw invalid(`has an unknown Content-Encoding: ${coding.slice(0, 100)}`);
  }
  try {
    yield* pipeline(body, decoder, () => {});
  } catch (error) {
    if (body.errored) throw error;
    throw invalid(`is not ${coding}, although its Content-Encoding says so`);
  }
}

const compressions = /\b(?:gzip|deflate|br|zstd|compress|dcb|dcz)\b/;

function tooLarge(maxBytes: number, statusCode: number | null): FetchTextError {
  const message = `The answer is longer than ${maxBytes} bytes.`;
  return new FetchTextError({ code: 'response_too_large', message }, statusCode);
}
