import {
  AbortedError,
  type ErrorContext,
  type Outcome,
  type ParleyError,
  RateLimitError,
  TimeoutError,
} from '../errors.ts';
import { exchange, judge, type Verdict } from './attempt.ts';
import type { Call } from './call.ts';
import { aborted, sleep, timedOut } from './deadline.ts';
import { type Entry, type Governor, TooLong } from './governor.ts';
import { type RateLimit, rateLimitOf } from './headers.ts';
import { type AttemptInfo, runAfter, runBefore, runRetry } from './hooks.ts';
import { mergeHeaders, type Settings } from './options.ts';
import { requestIdOf, type Settled } from './promise.ts';
import {
  type AttemptFailure,
  backoffMs,
  isLimited,
  nextWaitMs,
  overallOutcome,
  type Tally,
} from './retry.ts';

/** One call on its way. */
interface Progress extends Tally {
  call: Call;
  startedAt: number;
  attempts: number;
  /** Of all attempts so far. */
  outcome: Outcome;
}

/** What one attempt brought. */
interface Attempt {
  verdict: Verdict;
  response: Response | undefined;
  rateLimit: RateLimit | undefined;
  /** For hooks; undefined when there are none. */
  info: AttemptInfo | undefined;
  sentAt: number;
}

type Failed = Exclude<Verdict, { data: unknown }>;

/** Sends a call until it succeeds or may not be sent again; never rejects. */
export async function send<Data>(call: Call, settings: Settings): Promise<Settled<Data>> {
  const { governor } = settings;
  const startedAt = performance.now();
  const progress: Progress = {
    call,
    startedAt,
    attempts: 0,
    failures: 0,
    limited: 0,
    outcome: 'not_sent',
  };
  for (;;) {
    const entry = tryEnter(governor, call) ?? (await enter(governor, progress));
    if (typeof entry !== 'number') return { ok: false, error: heldBack(progress, entry) };
    const attempt = await attemptOnce(progress, settings);
    const next = conclude(progress, { settings, attempt, ticket: entry });
    if (typeof next !== 'number') return next as Settled<Data>;
    if (next > 0) await sleep(next, call.signal);
  }
}

function tryEnter(governor: Governor, { signal }: Call): Entry | undefined {
  return signal?.aborted ? aborted : governor.tryEnter();
}

function enter(governor: Governor, progress: Progress): Promise<Entry> {
  return governor.enter(progress.attempts > 0, remainingMs(progress), progress.call.signal);
}

async function attemptOnce(progress: Progress, { fetch, hooks }: Settings): Promise<Attempt> {
  const { call } = progress;
  progress.attempts += 1;
  const info = hooks.length > 0 ? infoOf(progress) : undefined;
  const headers = info ? mergeHeaders(runBefore(hooks, info), call.headers) : call.headers;
  const sentAt = performance.now();
  const leftMs = remainingMs(progress);
  const result = await exchange(fetch, call, headers, Math.min(call.timeoutMs, leftMs));
  if (result.stopped === timedOut && leftMs <= call.timeoutMs) result.phase = 'deadline';
  const { response } = result;
  const rateLimit = response && rateLimitOf(response.headers, Date.now());
  return { verdict: judge(result, call), response, rateLimit, info, sentAt };
}

/** The end of the call, or how long to wait before it is sent again. */
function conclude(
  progress: Progress,
  { settings, attempt, ticket }: { settings: Settings; attempt: Attempt; ticket: number },
): Settled<unknown> | number {
  const { verdict, response, rateLimit } = attempt;
  const answered = response !== undefined;
  if ('data' in verdict) {
    settings.governor.leave(ticket, { answered, rateLimit });
    report(settings, attempt, undefined, undefined);
    return successOf(progress, attempt, verdict.data);
  }
  const { failure } = verdict;
  const waitMs = nextWaitMs(progress.call, failure, {
    tally: progress,
    budget: { maxRetries: progress.call.maxRetries, remainingMs: remainingMs(progress) },
    random: Math.random,
  });
  const pauseMs = failure.status === 429 ? (waitMs ?? pauseOf(failure)) : undefined;
  settings.governor.leave(ticket, { answered, rateLimit, pauseMs });
  if (wasDeleted(progress, failure)) return successOf(progress, attempt, undefined);

  progress.outcome = overallOutcome(progress.call, failure, progress.outcome === 'unknown');
  progress[isLimited(failure) ? 'limited' : 'failures'] += 1;
  const isLast = waitMs === undefined;
  const error = isLast || attempt.info ? errorOf(progress, attempt, verdict) : undefined;
  report(settings, attempt, error, waitMs);
  if (isLast) return { ok: false, error: error as ParleyError };
  // After a 429 it is the governor that holds this call back, with all others of its key.
  return pauseMs === undefined ? waitMs : 0;
}

function report(
  { hooks }: Settings,
  { info, response, sentAt }: Attempt,
  error: ParleyError | undefined,
  waitMs: number | undefined,
): void {
  if (!info) return;
  const durationMs = performance.now() - sentAt;
  const requestId = requestIdOf(response);
  runAfter(hooks, info, { durationMs, status: response?.status, requestId, error, waitMs });
  if (error && waitMs !== undefined) runRetry(hooks, info, { waitMs, error });
}

/** How long the others wait when this call gives up after a 429. */
function pauseOf({ retryAfterMs }: AttemptFailure): number {
  return retryAfterMs ?? backoffMs(0, Math.random);
}

/** The record is gone, by an attempt whose answer was lost. */
function wasDeleted({ call, outcome }: Progress, { status }: AttemptFailure): boolean {
  return call.method === 'DELETE' && status === 404 && outcome === 'unknown';
}

function remainingMs({ call, startedAt }: Progress): number {
  return call.deadlineMs - (performance.now() - startedAt);
}

function infoOf({ call, attempts }: Progress): AttemptInfo {
  const { method, path, route, idempotencyKey } = call;
  return { method, path, route, attempt: attempts, idempotencyKey };
}

function successOf(
  { call, attempts }: Progress,
  { response, rateLimit }: Attempt,
  data: unknown,
): Settled<unknown> {
  // Data comes with an answer only.
  const answer = response as Response;
  const { idempotencyKey } = call;
  return { ok: true, data, response: answer, rateLimit, attempts, idempotencyKey };
}

function errorOf(
  progress: Progress,
  { response, rateLimit }: Attempt,
  { failure, error }: Failed,
): ParleyError {
  const { status, code, retryAfterMs } = failure;
  const { headers } = response ?? {};
  const requestId = requestIdOf(response);
  return error({
    ...contextOf(progress),
    status,
    code,
    retryAfterMs,
    rateLimit,
    headers,
    requestId,
  });
}

/** The request is not sent, or not sent again. */
function heldBack(progress: Progress, reason: Exclude<Entry, number>): ParleyError {
  const { signal } = progress.call;
  const context = contextOf(progress);
  if (reason === aborted) return new AbortedError('Aborted', { ...context, cause: signal?.reason });
  if (!(reason instanceof TooLong)) {
    return new TimeoutError('The deadline passed while waiting for the quota', {
      ...context,
      phase: 'deadline',
    });
  }
  const { retryAfterMs } = reason;
  const message = `The quota of this key is used up for another ${Math.ceil(retryAfterMs / 1000)} s`;
  return new RateLimitError(message, {
    ...context,
    status: 429,
    code: 'SVC-RATE-LIMITED',
    retryAfterMs,
  });
}

function contextOf({ call, attempts, outcome }: Progress): ErrorContext {
  const { method, path, idempotencyKey, cursor } = call;
  return { outcome, attempts, method, path, idempotencyKey, cursor };
}
