import type { Outcome, ParleyError, TimeoutPhase } from '../errors.ts';
import { authorizationOf, type Config } from './config.ts';
import {
  abortOf,
  connectionFailureOf,
  type Failure,
  isRedirect,
  objectOf,
  redirectOf,
  refusalOf,
  timeoutOf,
  unreadable,
} from './failures.ts';
import { type FetchRequest, type FetchResponse, headersOf } from './fetch.ts';
import { type RateLimit, rateLimitOf } from './headers.ts';
import type { Call } from './request.ts';
import { overallOutcome } from './retry.ts';
import { aborted, timedOut, withTimeLimit } from './time-limit.ts';
import { violationOf } from './validation.ts';

/** How one attempt ended: with an error, or with the data of a success. */
export interface Attempt {
  /** Undefined without a complete response. */
  response: FetchResponse | undefined;
  text: string | Blob;
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
  /** The failures of earlier attempts. */
  outcome: Outcome;
  remainingMs: number;
}

/** The known facts of a running exchange with the server. */
interface Exchange {
  phase: TimeoutPhase | undefined;
  response: FetchResponse | undefined;
  /** The body of the response; empty after a redirect. */
  text: string | Blob;
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
  const exchange: Exchange = { phase: undefined, response: undefined, text: '', cause: undefined };
  const end = await withTimeLimit<void>(limitMs, call.signal, (done) => {
    const controller = new AbortController();
    void exchangeOnce(config, call, headers, controller, exchange).then(done);
    return () => controller.abort();
  });
  const { phase, response, text, cause } = exchange;
  const rateLimit = response && rateLimitOf(response.headers, Date.now());
  const data = response && (typeof text === 'string' ? objectIn(text) : objectOf(text));
  let failure: Failure | undefined;
  if (end === aborted) failure = abortOf(phase, call.signal);
  else if (end === timedOut)
    failure = timeoutOf(phase, limitMs, limitMs < timeoutMs ? 'deadline' : phase);
  else if (!response) failure = connectionFailureOf(phase, cause, limitMs);
  else failure = failureOfAnswer(config, call, response, data);
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

/** Sends the request and reads the response. Sets it when it is complete. */
async function exchangeOnce(
  { apiKey, fetch, fetchOptions }: Config,
  { url, method, body, readsFile }: Call,
  headers: Record<string, string>,
  controller: AbortController,
  exchange: Exchange,
): Promise<void> {
  const { signal } = controller;
  const request: FetchRequest = { ...fetchOptions, method, headers, redirect: 'manual', signal };
  // Every `fetch` takes files, too.
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
    // The rest of a redirect is of no use.
    if (isRedirect(response)) controller.abort();
    else if (readsFile && response.ok && response.arrayBuffer) {
      const type = response.headers.get('content-type') ?? '';
      exchange.text = new Blob([await response.arrayBuffer()], { type });
    } else exchange.text = await response.text();
    exchange.response = response;
  } catch (error) {
    exchange.cause = error;
  }
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
 * Creates the error that reports a `Failure` to the caller. It adds the call's method, path, idempotency key and
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

/** The facts of a response in errors and `withMeta`. */
export function answerContext(response: FetchResponse) {
  const headers = headersOf(response);
  const requestId = headers.get('x-request-id') ?? undefined;
  return { status: response.status, headers, requestId };
}

/** Undefined when there is none. The error of the parser is dropped, because it quotes the text. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
