// How many attempts an endpoint gets at a time: four in flight, and `maxPerSecond` of them begun.
import { webhookLimits } from '@parley/contract';
import type { Store } from './store.ts';
import type { Lane, WebhookDeliveryRecord } from './webhook-state.ts';

/** When the delivery may be tried: Infinity while its endpoint is busy with others. */
export function dueMsOf({ webhooks }: Store, delivery: WebhookDeliveryRecord): number {
  const endpoint = webhooks.endpoints.get(delivery.endpointId);
  if (!endpoint) return delivery.dueMs;
  const { lane, maxPerSecond } = endpoint;
  if (lane.inFlight >= webhookLimits.concurrency) return Number.POSITIVE_INFINITY;
  if (maxPerSecond === null || lane.burstLeft > 0) return delivery.dueMs;
  return Math.max(delivery.dueMs, Math.ceil(lane.freeMs));
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
