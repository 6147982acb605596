import type { Outcome, ParleyError, TimeoutPhase } from '../errors.ts';
import { authorizationOf, type Config } from './config.ts';
import {
  abortOf,
  connectionFailureOf,
  type Failure,
  isRedirect,
  objectOf,
  type Phase,
  redirectOf,
  refusalOf,
  timeoutOf,
  unreadable,
} from './failures.ts';
import { type FetchRequest, type FetchResponse, headersOf } from './fetch.ts';
import { type RateLimit, rateLimitOf } from './headers.ts';
import type { Call } from './request.ts';
import { overallOutcome } from './retry.ts';
import { type Break, type Source, sourceOf, streamOf } from './stream.ts';
import type { Body } from './success.ts';
import { aborted, timedOut, withTimeLimit } from './time-limit.ts';
import { violationOf } from './validation.ts';

/** How one attempt ended: with an error, or with the data of a success. */
export interface Attempt {
  /** The response; undefined when none was received completely. */
  response: FetchResponse | undefined;
  text: Body;
  data: unknown;
  rateLimit: RateLimit | undefined;
  error: ParleyError | undefined;
  shouldRetry: boolean | undefined;
  isFinal: boolean | undefined;
}

/** The position of an attempt within its call. */
export interface Progress {
  /** Number of the attempt, from 1. */
  attempt: number;
  /** The outcome of all earlier attempts together. */
  outcome: Outcome;
  remainingMs: number;
}

/** The facts that the client knows so far about one exchange with the server. */
interface Exchange {
  phase: TimeoutPhase | undefined;
  response: FetchResponse | undefined;
  /** The body of the response; empty after a redirect, and when there is a `source`. */
  text: string | Blob;
  /** The unread body of a download that the caller streams. */
  source: Source | undefined;
  cause: unknown;
}

/** Sends one request, reads the whole response and classifies it; never rejects. */
export async function attemptCall(
  config: Config,
  call: Call,
  headers: Record<string, string>,
  progress: Progress,
): Promise<Attempt> {
  const { timeoutMs } = call.limits;
  const limitMs = Math.min(timeoutMs, progress.remainingMs);
  const exchange: Exchange = {
    phase: undefined,
    response: undefined,
    text: '',
    source: undefined,
    cause: undefined,
  };
  const controller = new AbortController();
  const abort = () => controller.abort();
  const end = await withTimeLimit<undefined>(limitMs, call.signal, (done) => {
    void exchangeOnce(config, call, headers, controller, exchange).then(done);
    return abort;
  });
  const { phase, response, source, cause } = exchange;
  const rateLimit = response && rateLimitOf(response.headers, Date.now());
  const errorOfBreak = (reason: Break) =>
    errorOf(failureOfBreak(reason, call, phase, timeoutMs), call, progress, exchange, rateLimit);
  const text = source ? streamOf(source, call, abort, errorOfBreak) : exchange.text;
  const data = response && (typeof text === 'string' ? objectIn(text) : objectOf(text));
  const isComplete = end === undefined && response;
  const failure = isComplete
    ? failureOfAnswer(config, call, response, data)
    : failureOfBreak({ end, cause }, call, phase, limitMs);
  return {
    response,
    text,
    data: failure || (response && isEmpty(call, response)) ? undefined : data,
    rateLimit,
    error: failure && errorOf(failure, call, progress, exchange, rateLimit),
    shouldRetry: failure?.shouldRetry,
    isFinal: failure?.isFinal,
  };
}

/** Sends the request and reads the response. Writes what it learns into `exchange`. */
async function exchangeOnce(
  { apiKey, fetch, fetchOptions }: Config,
  { url, method, body, download }: Call,
  headers: Record<string, string>,
  controller: AbortController,
  exchange: Exchange,
): Promise<undefined> {
  const { signal } = controller;
  const request: FetchRequest = { ...fetchOptions, method, headers, redirect: 'manual', signal };
  // Every `fetch` also accepts files.
  if (body !== undefined) request.body = body as string;
  try {
    if (apiKey) {
      exchange.phase = 'apiKey';
      request.headers = { ...headers, authorization: authorizationOf(await apiKey()) };
      signal.throwIfAborted();
    }
    exchange.phase = 'headers';
    const response = await fetch(url, request);
    exchange.phase = 'body';
    // The body of a redirect is not needed.
    if (isRedirect(response)) controller.abort();
    else if (download && response.ok && response.arrayBuffer) {
      const type = response.headers.get('content-type') ?? '';
      download.isStreamed ??= false;
      exchange.source = download.isStreamed ? sourceOf(response.body) : undefined;
      exchange.text = exchange.source ? '' : new Blob([await response.arrayBuffer()], { type });
    } else exchange.text = await response.text();
    exchange.response = response;
  } catch (error) {
    exchange.cause = error;
  }
}

/** Returns the failure of an exchange that ended before the response was complete. */
function failureOfBreak({ end, cause }: Break, call: Call, phase: Phase, limitMs: number): Failure {
  const { limits, url } = call;
  if (end === aborted) return abortOf(phase, call);
  if (end !== timedOut) return connectionFailureOf(phase, cause, limitMs, url);
  if (limitMs < limits.timeoutMs) return timeoutOf(phase, limits.deadlineMs, 'deadline');
  return timeoutOf(phase, limitMs);
}

function failureOfAnswer(
  { validate }: Config,
  call: Call,
  response: FetchResponse,
  data: Record<string, unknown> | undefined,
): Failure | undefined {
  if (isRedirect(response)) return redirectOf(response);
  if (!response.ok) return refusalOf(response, data);
  if (isEmpty(call, response)) return undefined;
  if (!data || (call.paged && !Array.isArray(data['data']))) return unreadable(response, call);
  return validate && violationOf(validate, call, data, response.status);
}

function isEmpty({ empty }: Call, { status }: FetchResponse): boolean {
  return empty ?? status === 204;
}

/**
 * Returns the error that reports a `Failure` to the caller. It adds the call's method, path, idempotency key and
 * cursor, the number of attempts, the outcome of the whole call, and the response's status, headers and quota.
 */
export function errorOf(
  { Class, message, context }: Failure,
  call: Call,
  { attempt, outcome }: Pick<Progress, 'attempt' | 'outcome'>,
  { phase, response }: Partial<Exchange> = {},
  rateLimit?: RateLimit,
): ParleyError {
  const { status } = response ?? {};
  return new Class(message, {
    ...call.identity,
    ...(response && { ...answerContext(response), rateLimit }),
    attempts: phase && phase !== 'apiKey' ? attempt : attempt - 1,
    ...context,
    outcome: overallOutcome(call, { status, outcome: context.outcome }, outcome),
  });
}

/** Returns the facts about a response that errors and `withMeta` contain. */
export function answerContext(response: FetchResponse) {
  const headers = headersOf(response);
  const requestId = headers.get('x-request-id') ?? undefined;
  return { status: response.status, headers, requestId };
}

/**
 * Returns the JSON object in a text; undefined when there is none. The parser's error is not kept, because it quotes
 * the text.
 */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
