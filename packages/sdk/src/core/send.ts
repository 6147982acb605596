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
import { aborted, sleep } from './deadline.ts';
import { type Entry, type Governor, TooLong } from './governor.ts';
import { type RateLimit, rateLimitOf } from './headers.ts';
import { type AttemptInfo, runAfter, runBefore, runRetry } from './hooks.ts';
import { mergeHeaders, type Settings } from './options.ts';
import { requestIdOf, type Settled } from './promise.ts';
import { backoffMs, isLimited, nextWaitMs, overallOutcome, type Tally } from './retry.ts';

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
  info: AttemptInfo | undefined;
}

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
    const next = conclude<Data>(progress, { settings, attempt, ticket: entry });
    if (typeof next !== 'number') return next;
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
  const result = await exchange(
    fetch,
    call,
    headers,
    Math.min(call.timeoutMs, remainingMs(progress)),
  );
  const { response } = result;
  const verdict = judge(result, call);
  const attempt = { verdict, response, rateLimit: response && rateLimitOf(response.headers), info };
  if (info) {
    const durationMs = performance.now() - sentAt;
    const error =
      'data' in verdict ? undefined : errorOf(progress, attempt, verdict.failure.outcome);
    runAfter(hooks, info, {
      durationMs,
      status: response?.status,
      requestId: requestIdOf(response),
      error,
    });
  }
  return attempt;
}

/** The end of the call, or how long to wait before it is sent again. */
function conclude<Data>(
  progress: Progress,
  { settings, attempt, ticket }: { settings: Settings; attempt: Attempt; ticket: number },
): Settled<Data> | number {
  const { call } = progress;
  const { verdict, response, rateLimit, info } = attempt;
  const answered = response !== undefined;
  if ('data' in verdict) {
    settings.governor.leave(ticket, { answered, rateLimit });
    return successOf(progress, attempt, verdict.data as Data);
  }
  const { failure } = verdict;
  const waitMs = nextWaitMs(call, failure, {
    tally: progress,
    budget: { maxRetries: call.maxRetries, remainingMs: remainingMs(progress) },
    random: Math.random,
  });
  const limited = failure.status === 429;
  const pauseMs = limited
    ? (waitMs ?? failure.retryAfterMs ?? backoffMs(progress.limited, Math.random))
    : undefined;
  settings.governor.leave(ticket, { answered, rateLimit, pauseMs });
  if (failure.status === 404 && call.method === 'DELETE' && progress.outcome === 'unknown') {
    // Deleted by an attempt whose answer was lost.
    return successOf(progress, attempt, undefined as Data);
  }
  progress.outcome = overallOutcome(call, failure, progress.outcome === 'unknown');
  progress[isLimited(failure) ? 'limited' : 'failures'] += 1;
  if (waitMs === undefined) {
    return { ok: false, error: errorOf(progress, attempt, progress.outcome) };
  }
  if (info)
    runRetry(settings.hooks, info, { waitMs, error: errorOf(progress, attempt, progress.outcome) });
  // After a 429 it is the governor that holds this call back, with all others of its key.
  return limited ? 0 : waitMs;
}

function remainingMs({ call, startedAt }: Progress): number {
  return call.deadlineMs - (performance.now() - startedAt);
}

function infoOf({ call, attempts }: Progress): AttemptInfo {
  const { method, path, route, idempotencyKey } = call;
  return { method, path, route, attempt: attempts, idempotencyKey };
}

function successOf<Data>(progress: Progress, attempt: Attempt, data: Data): Settled<Data> {
  const { rateLimit } = attempt;
  const response = attempt.response as Response;
  const { idempotencyKey } = progress.call;
  return { ok: true, data, response, rateLimit, attempts: progress.attempts, idempotencyKey };
}

function errorOf(progress: Progress, attempt: Attempt, outcome: Outcome): ParleyError {
  const { verdict, response, rateLimit } = attempt as Attempt & {
    verdict: Exclude<Verdict, { data: unknown }>;
  };
  const { status, code, retryAfterMs } = verdict.failure;
  const { headers } = response ?? {};
  const requestId = requestIdOf(response);
  const context = contextOf(progress, outcome);
  return verdict.error({ ...context, status, code, retryAfterMs, rateLimit, headers, requestId });
}

/** The request is not sent, or not sent again. */
function heldBack(progress: Progress, reason: Exclude<Entry, number>): ParleyError {
  const { signal } = progress.call;
  const context = contextOf(progress, progress.outcome);
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

function contextOf({ call, attempts }: Progress, outcome: Outcome): ErrorContext {
  const { method, path, idempotencyKey, cursor } = call;
  return { outcome, attempts, method, path, idempotencyKey, cursor };
}
