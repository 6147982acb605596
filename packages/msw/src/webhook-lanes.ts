// How many attempts an endpoint gets at a time: four in flight, `maxPerSecond` of them begun, and none while its
// breaker is open.
import type { Store } from './store.ts';
import { closedBreaker } from './webhook-breaker.ts';
import type { Lane, WebhookDeliveryRecord } from './webhook-state.ts';

export function newLane(): Lane {
  return { inFlight: 0, freeMs: 0, burstLeft: 0, ...closedBreaker() };
}

/** Forgets how it went until now. */
export function renew(lane: Lane): void {
  Object.assign(lane, { ...newLane(), inFlight: lane.inFlight });
}

/** When the delivery may be tried: Infinity while its endpoint is busy with others. */
export function dueMsOf({ webhooks }: Store, delivery: WebhookDeliveryRecord): number {
  const endpoint = webhooks.endpoints.get(delivery.endpointId);
  if (!endpoint) return delivery.dueMs;
  const { lane, maxPerSecond } = endpoint;
  if (lane.inFlight >= lane.maxInFlight) return Number.POSITIVE_INFINITY;
  const dueMs = Math.max(delivery.dueMs, lane.openUntilMs);
  if (maxPerSecond === null || lane.burstLeft > 0) return dueMs;
  return Math.max(dueMs, Math.ceil(lane.freeMs));
}

/** Begins an attempt: as many as are begun together are followed by as many times their share of a second. */
export function occupy(lane: Lane, maxPerSecond: number | null, nowMs: number): void {
  lane.inFlight += 1;
  if (maxPerSecond === null) {
    lane.burstLeft = 0;
    return;
  }
  const isNewBurst = nowMs >= lane.freeMs;
  const burst = Math.max(1, Math.floor(maxPerSecond / 10));
  lane.burstLeft = (isNewBurst ? burst : lane.burstLeft) - 1;
  lane.freeMs = (isNewBurst ? nowMs : lane.freeMs) + 1_000 / maxPerSecond;
}
