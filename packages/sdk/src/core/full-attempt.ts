import {
  AbortedError,
  type ErrorContext,
  type ParleyError,
  RateLimitError,
  TimeoutError,
} from '../errors.ts';
import { type Attempt, type AttemptOnce, attempt } from './attempt.ts';
import type { Call } from './call.ts';
import { aborted, timedOut } from './deadline.ts';
import type { Entry, Governor } from './governor.ts';
import { type RateLimit, rateLimitOf, resetMsOf } from './headers.ts';
import { type AttemptInfo, type Hooks, runAfter, runBefore, runRetry } from './hooks.ts';
import { backoffMs } from './retry.ts';
import { mergeHeaders } from './settings.ts';
import type { ResponseValidator } from './validator.ts';
import { violationOf } from './violation.ts';

/** What the whole client does around an attempt, and a resource on its own does not. */
export interface Extras {
  governor: Governor;
  hooks: readonly Hooks[];
  validate: ResponseValidator | undefined;
}

/** Attempts that keep to the quota, are observed, and have their answers validated. */
export function fullAttempt({ governor, hooks, validate }: Extras): AttemptOnce {
  return async (call, round) => {
    const { signal } = call;
    const { attempts, remainingMs } = round;
    const info = hooks.length > 0 ? infoOf(call, attempts) : undefined;
    const waitingSince = info ? performance.now() : 0;
    const entry = signal?.aborted
      ? aborted
      : (governor.tryEnter() ?? (await governor.enter(attempts > 1, remainingMs(), signal)));
    if (typeof entry !== 'number') {
      const held = heldBack(call, attempts - 1, entry);
      if (info) held.conclude = (error) => report(hooks, info, { error, startedAt: waitingSince });
      return held;
    }
    const startedAt = info ? performance.now() : 0;
    const sent = info
      ? { ...call, headers: mergeHeaders(runBefore(hooks, info), call.headers) }
      : call;
    const result = await attempt(sent, round);
    const { response, data, shouldRetry } = result;
    const failure = (validate && violationOf(validate, call, attempts, result)) ?? result.error;
    const rateLimit = response && rateLimitOf(response.headers, Date.now());
    if (failure) complete(failure, rateLimit);
    return {
      response,
      data,
      error: failure,
      shouldRetry,
      rateLimit,
      conclude(error, waitMs) {
        const pauseMs = pauseOf(error, waitMs);
        const answered = response !== undefined && response.status < 500;
        governor.leave(entry, { answered, rateLimit, pauseMs });
        if (info) report(hooks, info, { started: true, response, error, waitMs, startedAt });
        // After a 429 it is the governor that holds this call back, with all others of its key.
        return pauseMs === undefined ? waitMs : 0;
      },
    };
  };
}

/** The request is not sent, or not sent again. */
function heldBack(
  { signal, identity }: Call,
  attempts: number,
  reason: Exclude<Entry, number>,
): Attempt {
  const context: ErrorContext = { ...identity, outcome: 'not_sent', attempts };
  const refuse = (error: ParleyError): Attempt => ({
    response: undefined,
    error,
    shouldRetry: false,
  });
  if (reason === aborted)
    return refuse(new AbortedError('Aborted', { ...context, cause: signal?.reason }));
  if (reason === timedOut) {
    const message = 'The deadline passed while waiting for the quota';
    return refuse(new TimeoutError(message, { ...context, phase: 'deadline' }));
  }
  const { retryAfterMs } = reason;
  const message = `The quota of this key is used up for another ${Math.ceil(retryAfterMs / 1000)} s`;
  const limited = { status: 429, code: 'SVC-RATE-LIMITED', retryAfterMs };
  return refuse(new RateLimitError(message, { ...context, ...limited }));
}

/** Adds what the answer says of the quota. */
function complete(error: ParleyError, rateLimit: RateLimit | undefined): void {
  const { status, headers } = error;
  const retryAfterMs =
    error.retryAfterMs ?? (status === 429 && headers ? resetMsOf(headers, Date.now()) : undefined);
  Object.assign(error, rateLimit && { rateLimit }, retryAfterMs !== undefined && { retryAfterMs });
}

/** How long all calls of the key wait after a 429, also when this one gives up. */
function pauseOf(error: ParleyError | undefined, waitMs: number | undefined): number | undefined {
  if (error?.status !== 429) return undefined;
  return waitMs ?? error.retryAfterMs ?? backoffMs(0, Math.random);
}

function infoOf({ route, identity }: Call, attempt: number): AttemptInfo {
  const { method, path, idempotencyKey } = identity;
  return { method, path, route, attempt, idempotencyKey };
}

function report(
  hooks: readonly Hooks[],
  info: AttemptInfo,
  {
    started = false,
    response,
    error,
    waitMs,
    startedAt,
  }: {
    started?: boolean;
    response?: Response | undefined;
    error: ParleyError | undefined;
    waitMs?: number | undefined;
    startedAt: number;
  },
): undefined {
  const durationMs = performance.now() - startedAt;
  const requestId = response?.headers.get('x-request-id') ?? undefined;
  const { status } = response ?? {};
  runAfter(hooks, info, { started, durationMs, status, requestId, error, waitMs });
  if (error && waitMs !== undefined) runRetry(hooks, info, { waitMs, error });
}
