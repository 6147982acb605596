// What an attempt leaves behind in its delivery and its endpoint.

import { webhookLimits, webhookSchedule } from '@parley/contract';
import { later } from '@parley/domain';
import type { Store } from './store.ts';
import { countAttempt, isOpen } from './webhook-breaker.ts';
import { disableEndpoint } from './webhook-endpoint-records.ts';
import type { Exchange } from './webhook-exchange.ts';
import { isEnabled, place } from './webhook-queue.ts';
import type { WebhookDeliveryRecord, WebhookEndpointRecord } from './webhook-state.ts';

/** After these a minute is waited at least. */
const slowStatuses: readonly (number | null)[] = [429, 502, 504];

/** From the first attempt to the last, when each is made in its time. */
const wholeScheduleMs = webhookSchedule.reduce<number>((sum, seconds) => sum + seconds, 0) * 1_000;

/** Writes down what became of an attempt that began at this time. */
export function noteAttempt(
  store: Store,
  delivery: WebhookDeliveryRecord,
  made: Exchange,
  atMs: number,
): void {
  const endpoint = store.webhooks.endpoints.get(delivery.endpointId);
  // Forgotten meanwhile by a reset.
  if (!endpoint || store.webhooks.deliveries.get(delivery.id) !== delivery) return;
  const endMs = atMs + made.durationMs;
  const [at, end] = [iso(atMs), iso(endMs)];
  delivery.seriesAttempts += 1;
  const isGone = made.statusCode === 410;
  countAttempt(endpoint.lane, made.delivered, endMs);
  const isLast = made.delivered || isHopeless(delivery, endpoint, endMs);
  const waitMs = isLast ? undefined : waitAfter(store, delivery, made);
  const goesOn = waitMs !== undefined && !isGone && isEnabled(endpoint);
  const nextAttemptAt = goesOn ? iso(endMs + waitMs) : null;
  delivery.attempts.push({
    n: delivery.attempts.length + 1,
    trigger: delivery.trigger,
    at,
    statusCode: made.statusCode,
    error: made.error,
    durationMs: made.durationMs,
    responseSnippet: made.responseSnippet,
    nextAttemptAt,
  });
  delivery.trigger = 'scheduled';
  delivery.updatedAt = end;
  delivery.deliveredAt = made.delivered ? end : null;
  if (made.delivered) delivery.state = 'delivered';
  else if (goesOn) Object.assign(delivery, { state: 'ready', dueMs: endMs + waitMs });
  else delivery.state = waitMs === undefined ? 'exhausted' : 'canceled';
  place(store, delivery);
  noteOutcome(endpoint, { delivered: made.delivered, gaveUp: delivery.state === 'exhausted', at });
  if (!isEnabled(endpoint)) return;
  if (isGone) disableEndpoint(store, endpoint, 'gone', end);
  else if (isFailing(endpoint, endMs)) disableEndpoint(store, endpoint, 'failing', end);
}

/** Whether it stood in line for longer than all attempts take, and not for the first time. */
function isHopeless(
  { seriesAttempts, dueMs }: WebhookDeliveryRecord,
  { lane }: WebhookEndpointRecord,
  nowMs: number,
): boolean {
  return seriesAttempts > 1 && isOpen(lane) && nowMs - dueMs > wholeScheduleMs;
}

/** Milliseconds until the next attempt; undefined when there is none any more. */
function waitAfter(
  { webhooks }: Store,
  delivery: WebhookDeliveryRecord,
  { statusCode, error, retryAfterMs }: Exchange,
): number | undefined {
  const seconds = webhookSchedule[delivery.seriesAttempts];
  if (seconds === undefined) return undefined;
  const leastMs = slowStatuses.includes(statusCode) || error?.code === 'timeout' ? 60_000 : 0;
  // A fifth more or less, so that receivers that were down are not all called at once.
  const waitMs = Math.round(seconds * 1_000 * (0.8 + 0.4 * webhooks.chanceOf(delivery)));
  return Math.max(waitMs, leastMs, retryAfterMs);
}

function noteOutcome(
  endpoint: WebhookEndpointRecord,
  { delivered, gaveUp, at }: { delivered: boolean; gaveUp: boolean; at: string },
): void {
  endpoint.lastDeliveryAt = later(endpoint.lastDeliveryAt, at);
  if (delivered) {
    endpoint.lastSuccessAt = later(endpoint.lastSuccessAt, at);
    endpoint.failingSince = null;
    endpoint.hasGivenUp = false;
    return;
  }
  endpoint.failingSince ??= at;
  endpoint.hasGivenUp ||= gaveUp;
}

function isFailing(
  { failingSince, hasGivenUp, lane }: WebhookEndpointRecord,
  nowMs: number,
): boolean {
  if (failingSince === null || !(hasGivenUp || isOpen(lane))) return false;
  return nowMs - Date.parse(failingSince) >= webhookLimits.failingHours * 3_600_000;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
