import {
  type WebhookAttempt,
  type WebhookAttemptError,
  webhookAttemptErrors,
  webhookLimits,
} from '@parley/contract/schemas';
import { hourMs } from './durations.ts';
import { later } from './fields.ts';
import { isRedirect } from './http-answers.ts';
import { type Breaker, closedBreaker, countAttempt, isOpen } from './webhook-breaker.ts';
import { type FailedAttempt, wholeScheduleMs } from './webhook-schedule.ts';

// Decides what follows from the end of an attempt: the change of its delivery, and the health of its endpoint.

/** The health of an endpoint, which follows from the results of its attempts. */
export interface EndpointHealth extends Breaker {
  readonly enabled: boolean;
  readonly lastDeliveryAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly failingSince: string | null;
  /** When a delivery first became `exhausted` after `failingSince`; null if none did. */
  readonly exhaustedAt: string | null;
}

/** The result of one attempt. */
export interface AttemptResult {
  /** Whether the receiver has the event: it answered 2xx, even if the response was too long to be read completely. */
  readonly delivered: boolean;
  readonly statusCode: number | null;
  /** The error; null only after a success. `response_too_large` can be set after a success too. */
  readonly error: WebhookAttemptError | null;
  readonly durationMs: number;
  /** The start of the response, at most 1 kB. */
  readonly responseSnippet: string | null;
  readonly retryAfterSeconds: number | null;
}

/** A delivery whose attempt is in flight. The counts include that attempt. */
export interface AttemptedDelivery {
  readonly trigger: WebhookAttempt['trigger'];
  readonly attempts: number;
  /** The number of attempts since the delivery was created or redelivered. */
  readonly seriesAttempts: number;
}

/** The changes that the end of an attempt makes to a delivery. */
export interface DeliveryChange extends AttemptedDelivery {
  readonly status: 'ready' | 'delivered' | 'exhausted' | 'canceled';
  /** When the next attempt is due, in epoch milliseconds. */
  readonly dueMs: number;
  readonly updatedAt: string;
  /** Null leaves the value unchanged. */
  readonly deliveredAt: string | null;
  /** Null when no attempt was made. */
  readonly attempt: WebhookAttempt | null;
}

/** The result of an attempt's end: the change of its delivery, and the new health of the endpoint. */
export interface Ended {
  readonly delivery: DeliveryChange;
  readonly health: EndpointHealth;
}

/** The clocks and the schedule that the end of an attempt needs. */
export interface Times {
  readonly now: Date;
  /**
   * The time on the clock that due times are compared with, in epoch milliseconds. On the server, it is the clock of
   * the database.
   */
  readonly nowMs: number;
  /** Returns the wait in milliseconds after this many attempts of a series; undefined after the last attempt. */
  waitAfter(attempts: number, failed: FailedAttempt): number | undefined;
}

/** Returns the health of an endpoint before its first attempt. */
export function newHealth(): EndpointHealth {
  return {
    ...closedBreaker(),
    enabled: true,
    lastDeliveryAt: null,
    lastSuccessAt: null,
    failingSince: null,
    exhaustedAt: null,
  };
}

/** Returns the fields that reset the health of an endpoint when it is enabled again. */
export function renewed(): Partial<EndpointHealth> {
  return { ...closedBreaker(), failingSince: null, exhaustedAt: null };
}

/** Returns the changes of the delivery and of the endpoint's health after an attempt that began at `at`. */
export function endAttempt(
  delivery: AttemptedDelivery & { readonly dueMs: number },
  { at, result }: { readonly at: string; readonly result: AttemptResult },
  before: EndpointHealth,
  times: Times,
): Ended {
  const health = afterResult(before, { at, delivered: result.delivered }, times.nowMs);
  const isLast = result.delivered || isHopeless(delivery, health, times.nowMs);
  const waitMs = isLast ? undefined : times.waitAfter(delivery.seriesAttempts, result);
  const status = result.delivered ? 'delivered' : statusOfFailed(health, waitMs);
  // A response 410 disables the endpoint, which also cancels this delivery.
  const isNext = status === 'ready' && !isGone(result);
  const { statusCode, error, durationMs, responseSnippet } = result;
  const outcome = { at, statusCode, error, durationMs, responseSnippet };
  return {
    delivery: changeOf(delivery, status, times, { waitMs: waitMs ?? 0, outcome, isNext }),
    health: status === 'exhausted' ? gaveUp(health, times) : health,
  };
}

/**
 * Returns the changes after an attempt whose worker stopped. The receiver may or may not have the event, so the next
 * attempt is due at once.
 */
export function endInterrupted(
  delivery: AttemptedDelivery,
  leasedAt: string,
  health: EndpointHealth,
  times: Times,
): Ended {
  const waitMs = times.waitAfter(delivery.seriesAttempts, unknown) === undefined ? undefined : 0;
  const status = statusOfFailed(health, waitMs);
  const outcome = { ...unknown, at: leasedAt, error: interrupted, durationMs: 0 };
  return {
    delivery: changeOf(delivery, status, times, { waitMs: 0, outcome, isNext: status === 'ready' }),
    health: status === 'exhausted' ? gaveUp(health, times) : health,
  };
}

/**
 * Returns the changes after a lease in which nothing was sent: no attempt is counted. The delivery is canceled if
 * `waitMs` is undefined or the endpoint is disabled.
 */
export function endUnsent(
  delivery: AttemptedDelivery,
  waitMs: number | undefined,
  health: EndpointHealth,
  times: Times,
): Ended {
  const status = waitMs === undefined || !health.enabled ? 'canceled' : 'ready';
  return {
    health,
    delivery: {
      ...changeOf(delivery, status, times, { waitMs: waitMs ?? 0, outcome: null, isNext: false }),
      trigger: delivery.trigger,
      attempts: delivery.attempts - 1,
      seriesAttempts: delivery.seriesAttempts - 1,
    },
  };
}

const failingMs = webhookLimits.failingHours * hourMs;

/**
 * Returns the reason for disabling an endpoint after this attempt; undefined when it stays enabled. `gone`: the
 * receiver answered 410. `failing`: no attempt has succeeded for too long.
 */
export function disablesEndpoint(
  result: AttemptResult,
  { failingSince, exhaustedAt, ...breaker }: EndpointHealth,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (isGone(result)) return 'gone';
  // While the breaker is open, deliveries may never reach their last attempt.
  if (failingSince === null || (exhaustedAt === null && !isOpen(breaker))) return undefined;
  return now.getTime() - Date.parse(failingSince) >= failingMs ? 'failing' : undefined;
}

/**
 * Returns the result of an attempt from the status of its response. The response may have been cut at the size limit.
 */
export function judgeAnswer(
  statusCode: number,
  { isCut }: { readonly isCut: boolean },
): Pick<AttemptResult, 'delivered' | 'error'> {
  if (isRedirect(statusCode)) {
    const message = `The receiver redirected with status ${statusCode}. Redirects are not followed: register the URL that they lead to.`;
    return { delivered: false, error: { code: 'redirect', message } };
  }
  if (statusCode < 200 || statusCode > 299) {
    const message = `The receiver answered with status ${statusCode}.`;
    return { delivered: false, error: { code: 'http_status', message } };
  }
  return { delivered: true, error: isCut ? tooLarge : null };
}

const tooLarge: WebhookAttemptError = {
  code: 'response_too_large',
  message: `The answer was longer than ${webhookLimits.responseBytes} bytes; the rest was not read.`,
};

const quickRetryMs = 1_000;

/**
 * Returns whether an attempt is repeated at once: the connection failed early, and the receiver has not read the request.
 */
export function isRetriedAtOnce(
  code: string | undefined,
  { isUnread, elapsedMs }: { readonly isUnread: boolean; readonly elapsedMs: number },
): boolean {
  const isConnection = code === 'connection_refused' || code === 'connection_failed';
  return isConnection && isUnread && elapsedMs < quickRetryMs;
}

function afterResult(
  before: EndpointHealth,
  { at, delivered }: { readonly at: string; readonly delivered: boolean },
  nowMs: number,
): EndpointHealth {
  return {
    ...countAttempt(before, delivered, nowMs),
    enabled: before.enabled,
    lastDeliveryAt: later(before.lastDeliveryAt, at),
    lastSuccessAt: delivered ? later(before.lastSuccessAt, at) : before.lastSuccessAt,
    failingSince: delivered ? null : (before.failingSince ?? at),
    exhaustedAt: delivered ? null : before.exhaustedAt,
  };
}

/**
 * Returns whether a delivery gets no further attempts, because its endpoint is down and more events than attempts are
 * due. Its attempt began late by more than the whole schedule takes. The first attempt does not count, because a
 * stopped server may have delayed it.
 */
function isHopeless(
  { seriesAttempts, dueMs }: { readonly seriesAttempts: number; readonly dueMs: number },
  health: EndpointHealth,
  nowMs: number,
): boolean {
  return seriesAttempts > 1 && isOpen(health) && nowMs - dueMs > wholeScheduleMs;
}

const unknown = { statusCode: null, responseSnippet: null, error: null, retryAfterSeconds: null };
const interrupted = { code: 'interrupted', message: webhookAttemptErrors.interrupted };

function gaveUp(health: EndpointHealth, { now }: Times): EndpointHealth {
  return { ...health, exhaustedAt: health.exhaustedAt ?? now.toISOString() };
}

function statusOfFailed(
  { enabled }: EndpointHealth,
  waitMs: number | undefined,
): 'ready' | 'exhausted' | 'canceled' {
  if (!enabled) return 'canceled';
  return waitMs === undefined ? 'exhausted' : 'ready';
}

function isGone({ statusCode, delivered }: AttemptResult): boolean {
  return statusCode === 410 && !delivered;
}

interface End {
  readonly waitMs: number;
  readonly outcome: Omit<WebhookAttempt, 'n' | 'trigger' | 'nextAttemptAt'> | null;
  /** Whether another attempt follows this one. */
  readonly isNext: boolean;
}

function changeOf(
  { attempts, seriesAttempts, trigger }: AttemptedDelivery,
  status: DeliveryChange['status'],
  { now, nowMs }: Times,
  { waitMs, outcome, isNext }: End,
): DeliveryChange {
  const updatedAt = now.toISOString();
  const nextAttemptAt = isNext ? new Date(now.getTime() + waitMs).toISOString() : null;
  return {
    status,
    // Later attempts of the series follow the schedule.
    trigger: 'scheduled',
    attempts,
    seriesAttempts,
    dueMs: nowMs + waitMs,
    updatedAt,
    deliveredAt: status === 'delivered' ? updatedAt : null,
    attempt: outcome && {
      n: attempts,
      trigger,
      at: outcome.at,
      statusCode: outcome.statusCode,
      error: outcome.error,
      durationMs: outcome.durationMs,
      responseSnippet: outcome.responseSnippet,
      nextAttemptAt,
    },
  };
}
