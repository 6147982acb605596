import { type WebhookAttempt, webhookLimits } from '@parley/contract/schemas';
import type { AttemptResult } from '../outbound/post.ts';
import type { ClaimedDelivery } from '../webhook-deliveries/statements/claim-deliveries.ts';
import type {
  LaneState,
  SettledDelivery,
} from '../webhook-deliveries/statements/settle-deliveries.ts';
import { countAttempt, isOpen } from './breaker.ts';
import { type Failed, wholeScheduleMs } from './schedule.ts';

// How a lease ends: what becomes of the delivery, and of what is known of its endpoint.

type Leased = Pick<ClaimedDelivery, 'trigger' | 'attempts' | 'series_attempts'>;

export interface Attempt {
  /** When it began. */
  readonly at: string;
  readonly result: AttemptResult;
}

export interface Times {
  readonly now: Date;
  /** Of the database, which due times are compared with. */
  readonly nowMs: number;
  /** Of a series; undefined when its last attempt was made. */
  waitAfter(attempts: number, failed: Failed): number | undefined;
}

export function settleAttempt(
  delivery: Leased & Pick<ClaimedDelivery, 'due_at'>,
  { at, result }: Attempt,
  lane: LaneState,
  times: Times,
): SettledDelivery {
  const { delivered } = result;
  countAttempt(lane, delivered, times.nowMs);
  lane.last_delivery_at = later(lane.last_delivery_at, at);
  if (delivered) {
    lane.last_success_at = later(lane.last_success_at, at);
    lane.failing_since = null;
    lane.exhausted_at = null;
  } else {
    lane.failing_since ??= at;
  }
  const isLast = delivered || isHopeless(delivery, lane, times.nowMs);
  const waitMs = isLast ? undefined : times.waitAfter(delivery.series_attempts, result);
  const status = delivered ? 'delivered' : statusOfFailed(lane, waitMs);
  if (status === 'exhausted') lane.exhausted_at ??= times.now.toISOString();
  // By 410 the endpoint is disabled next, which cancels this delivery too.
  const nextMs = status === 'ready' && !isGone(result) ? (waitMs ?? 0) : null;
  return {
    ...settled(delivery, status, times, waitMs ?? 0),
    attempt: {
      n: delivery.attempts,
      trigger: delivery.trigger,
      at,
      status_code: result.statusCode,
      error_code: result.error?.code ?? null,
      error_message: result.error?.message ?? null,
      duration_ms: result.durationMs,
      response_snippet: result.responseSnippet,
      next_attempt_at: nextMs === null ? null : after(times.now, nextMs),
    },
  };
}

/**
 * More comes to an endpoint that is down than it is tried with: an attempt that stood in line for longer than all ten
 * take is the last. The first does not count: a server that was stopped may have been the cause.
 */
function isHopeless(
  { series_attempts: attempts, due_at: dueAt }: Pick<ClaimedDelivery, 'series_attempts' | 'due_at'>,
  lane: LaneState,
  nowMs: number,
): boolean {
  return attempts > 1 && isOpen(lane) && nowMs - dueAt > wholeScheduleMs;
}

/** Its worker did not come back. Whether the receiver has the event is not known: it is tried again at once. */
export function settleInterrupted(
  delivery: Leased,
  leasedAt: string,
  lane: LaneState,
  times: Times,
): SettledDelivery {
  const isLast = times.waitAfter(delivery.series_attempts, unknown) === undefined;
  const status = lane.enabled === 0 ? 'canceled' : isLast ? 'exhausted' : 'ready';
  if (status === 'exhausted') lane.exhausted_at ??= times.now.toISOString();
  return {
    ...settled(delivery, status, times, 0),
    attempt: {
      n: delivery.attempts,
      trigger: delivery.trigger,
      at: leasedAt,
      status_code: null,
      error_code: 'interrupted',
      error_message: 'The sender stopped meanwhile: whether the event arrived is not known.',
      duration_ms: 0,
      response_snippet: null,
      next_attempt_at: status === 'ready' ? times.now.toISOString() : null,
    },
  };
}

const unknown: Failed = { statusCode: null, error: null, retryAfterSeconds: null };

/** Nothing was sent: the attempt does not count. Without a wait it is canceled. */
export function settleUnsent(
  delivery: Leased,
  waitMs: number | undefined,
  lane: LaneState,
  times: Times,
): SettledDelivery {
  const status = waitMs === undefined || lane.enabled === 0 ? 'canceled' : 'ready';
  return {
    ...settled(delivery, status, times, waitMs ?? 0),
    trigger: delivery.trigger,
    attempts: delivery.attempts - 1,
    series_attempts: delivery.series_attempts - 1,
    attempt: null,
  };
}

/** Why the endpoint is to be disabled after this, if it is. */
export function disabledReason(
  lane: LaneState,
  { result }: Attempt,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (isGone(result)) return 'gone';
  const { failing_since: since, exhausted_at: exhausted } = lane;
  // Where the breaker lets few attempts through, deliveries may not come as far as their last.
  if (since === null || (exhausted === null && !isOpen(lane))) return undefined;
  return now.getTime() - Date.parse(since) >= failingMs ? 'failing' : undefined;
}

const failingMs = webhookLimits.failingHours * 3_600_000;

function statusOfFailed(
  lane: LaneState,
  waitMs: number | undefined,
): 'ready' | 'exhausted' | 'canceled' {
  if (lane.enabled === 0) return 'canceled';
  return waitMs === undefined ? 'exhausted' : 'ready';
}

function isGone({ statusCode, delivered }: AttemptResult): boolean {
  return statusCode === 410 && !delivered;
}

function settled(
  { attempts, series_attempts }: Leased,
  status: SettledDelivery['status'],
  { now, nowMs }: Times,
  waitMs: number,
): Omit<SettledDelivery, 'attempt'> {
  const at = now.toISOString();
  return {
    status,
    // What follows in the same series follows the schedule.
    trigger: 'scheduled' satisfies WebhookAttempt['trigger'],
    attempts,
    series_attempts,
    due_at: nowMs + waitMs,
    updated_at: at,
    delivered_at: status === 'delivered' ? at : null,
  };
}

function later(known: string | null, at: string): string {
  return known !== null && known > at ? known : at;
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
