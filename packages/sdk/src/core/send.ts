import { type Outcome, ParleyError } from '../errors.ts';
import { type Attempt, attemptCall, errorOf } from './attempt.ts';
import { callOf, infoOf } from './call.ts';
import type { Config } from './config.ts';
import { mergeHeaders } from './config.ts';
import { notAdmitted } from './failures.ts';
import type { FetchResponse } from './fetch.ts';
import { callAll, quietly, report, runBefore } from './hooks.ts';
import type { RequestOptions } from './options.ts';
import type { Call, Input, Route } from './request.ts';
import { type Budget, backoffMs, isLimited, nextWaitMs } from './retry.ts';
import type { Page, Success } from './success.ts';
import { aborted, withTimeLimit } from './time-limit.ts';
import { usageError } from './usage-error.ts';

/**
 * Sends a call, and sends it again until it succeeds or the retry rules allow no further attempt. Rejects with a
 * `ParleyError` only, also when the caller passes invalid arguments.
 */
export async function send<Data>(
  config: Config,
  route: Route,
  input: Input,
  options: RequestOptions,
): Promise<Success<Data>> {
  const { rateLimiter, hooks } = config;
  let call: Call;
  // Not in a function of its own: of the 10 lines of a stack, the caller's would be cut off.
  try {
    call = callOf(config, route, input, options);
  } catch (error) {
    throw ParleyError.is(error)
      ? error
      : usageError(`Cannot send the request: ${(error as Error).message}`, error);
  }
  const { identity, limits, method, signal } = call;
  const retries = { failures: 0, limited: 0 };
  let outcome: Outcome = 'not_sent';
  // The deadline starts when the first request can be sent; time in the queue before that does not count.
  let endsAt = Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt += 1) {
    const info = hooks[0] && infoOf(call, attempt);
    const isRetry = attempt > 1;
    const queuedAt = performance.now();
    const maxQueueMs = isRetry ? endsAt - queuedAt : limits.maxQueueMs;
    const ticket = signal?.aborted
      ? aborted
      : (rateLimiter.tryEnter() ??
        (await rateLimiter.enter(
          isRetry,
          maxQueueMs,
          signal,
          () => info && callAll(hooks, 'wait', info),
        )));
    if (typeof ticket !== 'number') {
      const failure = notAdmitted(ticket, call, rateLimiter, isRetry);
      const error = errorOf(failure, call, { attempt, outcome });
      if (info) report(hooks, info, { started: false, error, startedAt: queuedAt });
      throw error;
    }
    const startedAt = performance.now();
    if (!isRetry) endsAt = startedAt + limits.deadlineMs;
    const headers = info ? mergeHeaders(runBefore(hooks, info), call.headers) : call.headers;
    const remainingMs = endsAt - startedAt;
    const result = await attemptCall(config, call, headers, { attempt, outcome, remainingMs });
    const { response, text, data, rateLimit } = result;
    // When a repeated DELETE finds no record, an earlier attempt whose response was lost has deleted it.
    const isGone: boolean =
      method === 'DELETE' && response?.status === 404 && outcome === 'unknown';
    const error: ParleyError | undefined = isGone ? undefined : result.error;
    const waitMs =
      error &&
      waitAfter(call, error, result, { ...retries, remainingMs: endsAt - performance.now() });
    const pauseMs = error && pauseOf(call, error, waitMs);
    const answered = response !== undefined && response.status < 500;
    rateLimiter.leave(ticket, { answered, rateLimit, pauseMs });
    if (info) report(hooks, info, { started: true, response, error, waitMs, startedAt });
    if (!error) {
      if (call.paged) (data as Page<unknown>).nextCursor ||= null;
      // A success always has a response.
      const answer = response as FetchResponse;
      return { data: data as Data, response: answer, text, rateLimit, attempts: attempt, identity };
    }
    if (waitMs === undefined) throw error;
    outcome = error.outcome;
    retries[isLimited(error) ? 'limited' : 'failures'] += 1;
    // After a 429, the limiter delays this call together with all others of its key.
    if (pauseMs === undefined) await withTimeLimit(waitMs, signal);
  }
}

/** Returns the wait before the next attempt, in milliseconds; undefined when there is none. */
function waitAfter(
  call: Call,
  error: ParleyError,
  { isFinal, shouldRetry }: Attempt,
  spent: Omit<Budget, 'shouldRetry'>,
): number | undefined {
  const wish = isFinal ? false : wishOf(call, error, shouldRetry);
  return nextWaitMs(call, error, { ...spent, shouldRetry: wish }, Math.random);
}

/**
 * Returns whether to retry, as the caller or else the server decides; undefined if neither does. An error thrown by
 * `shouldRetry` is ignored.
 */
function wishOf(
  { limits }: Call,
  error: ParleyError,
  shouldRetry: boolean | undefined,
): boolean | undefined {
  return quietly(() => limits.shouldRetry?.(error)) ?? shouldRetry;
}

/**
 * Returns how long all calls of the key wait after a 429, in milliseconds, even if this call is not retried; undefined
 * for other errors.
 */
function pauseOf(
  { limits }: Call,
  { status, retryAfterMs }: ParleyError,
  waitMs: number | undefined,
): number | undefined {
  if (status !== 429) return undefined;
  return waitMs ?? retryAfterMs ?? backoffMs(0, limits, Math.random);
}
