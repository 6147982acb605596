import {
  type WebhookAttempt,
  type WebhookAttemptError,
  webhookAttemptErrors,
  webhookLimits,
} from '@parley/contract/schemas';
import { later } from './fields.ts';
import { type Breaker, closedBreaker, countAttempt, isOpen } from './webhook-breaker.ts';
import { type FailedAttempt, wholeScheduleMs } from './webhook-schedule.ts';

// The end of an attempt: the change of its delivery, and the health of the endpoint afterwards.

/** The health of an endpoint, derived from its attempts. */
export interface EndpointHealth extends Breaker {
  readonly enabled: boolean;
  readonly lastDeliveryAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly failingSince: string | null;
  /** The time of the first exhausted delivery since `failingSince`. */
  readonly exhaustedAt: string | null;
}

/** The result of one attempt. */
export interface AttemptResult {
  /** The receiver has the event: it answered 2xx, to the end or to more than is read. */
  readonly delivered: boolean;
  readonly statusCode: number | null;
  /** Null only after a success; `response_too_large` occurs with success and failure. */
  readonly error: WebhookAttemptError | null;
  readonly durationMs: number;
  /** The start of the response, at most 1 kB. */
  readonly responseSnippet: string | null;
  readonly retryAfterSeconds: number | null;
}

/** A delivery whose attempt is under way. The counts include that attempt. */
export interface AttemptedDelivery {
  readonly trigger: WebhookAttempt['trigger'];
  readonly attempts: number;
  /** Attempts of the current series: a redelivery starts a new one. */
  readonly seriesAttempts: number;
}

/** The changes of a delivery at the end of an attempt. */
export interface DeliveryChange extends AttemptedDelivery {
  readonly status: 'ready' | 'delivered' | 'exhausted' | 'canceled';
  /** The due time of the next attempt. */
  readonly dueMs: number;
  readonly updatedAt: string;
  /** Null leaves the value unchanged. */
  readonly deliveredAt: string | null;
  /** Null when no attempt was made. */
  readonly attempt: WebhookAttempt | null;
}

/** The end of an attempt: the change of its delivery, and the new health of the endpoint. */
export interface Ended {
  readonly delivery: DeliveryChange;
  readonly health: EndpointHealth;
}

/** The times at the end of an attempt. */
export interface Times {
  readonly now: Date;
  /** By the clock that due times are compared with: on the server, that of the database. */
  readonly nowMs: number;
  /** The wait after so many attempts of a series; undefined after the last. */
  waitAfter(attempts: number, failed: FailedAttempt): number | undefined;
}

/** The health of an endpoint that was not tried yet. */
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

/** The cleared health of an endpoint that is enabled again. */
export function renewed(): Partial<EndpointHealth> {
  return { ...closedBreaker(), failingSince: null, exhaustedAt: null };
}

/** Ends an attempt that began at `at`. */
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
  // By 410 the endpoint is disabled next, which cancels this delivery too.
  const isNext = status === 'ready' && !isGone(result);
  const { statusCode, error, durationMs, responseSnippet } = result;
  const outcome = { at, statusCode, error, durationMs, responseSnippet };
  return {
    delivery: changeOf(delivery, status, times, { waitMs: waitMs ?? 0, outcome, isNext }),
    health: status === 'exhausted' ? gaveUp(health, times) : health,
  };
}

/**
 * Ends an attempt whose worker stopped. Whether the receiver has the event is not known: it is tried again at
 * once.
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

/** Ends a lease in which nothing was sent: no attempt is counted. Without a wait the delivery is canceled. */
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

const failingMs = webhookLimits.failingHours * 3_600_000;

/** Why an attempt disables its endpoint, whose health it left like this; undefined when it does not. */
export function disablesEndpoint(
  result: AttemptResult,
  { failingSince, exhaustedAt, ...breaker }: EndpointHealth,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (isGone(result)) return 'gone';
  // With an open breaker, deliveries may never reach their last attempt.
  if (failingSince === null || (exhaustedAt === null && !isOpen(breaker))) return undefined;
  return now.getTime() - Date.parse(failingSince) >= failingMs ? 'failing' : undefined;
}

/** The meaning of the status of a response that was complete, or cut at the limit. */
export function judgeAnswer(
  statusCode: number,
  { isCut }: { readonly isCut: boolean },
): Pick<AttemptResult, 'delivered' | 'error'> {
  if (statusCode >= 300 && statusCode < 400) {
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

/** Whether an attempt is repeated at once: the connection failed early, before any part of the response. */
export function isRetriedAtOnce(
  code: string | undefined,
  { hasAnswer, elapsedMs }: { readonly hasAnswer: boolean; readonly elapsedMs: number },
): boolean {
  const isConnection = code === 'connection_refused' || code === 'connection_failed';
  return isConnection && !hasAnswer && elapsedMs < quickRetryMs;
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
 * An endpoint that is down gets more events than attempts. So an attempt that waited for longer than all ten attempts
 * take is the last. The first attempt does not count: a server that was stopped may have been the cause.
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
  /** Whether another attempt follows. */
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
