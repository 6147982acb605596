// Limits the attempts to one endpoint: at most four in flight, `maxPerSecond` started, and none while its breaker is
// open.
import { newHealth, paceOf, type StoredWebhookEndpoint } from '@parley/domain';
import type { Store } from './store.ts';
import type { Lane, WebhookDeliveryRecord } from './webhook-state.ts';

/** Returns the lane of an endpoint, and creates it if there is none. */
export function laneOf({ webhooks }: Store, endpointId: string): Lane {
  const lane = webhooks.lanes.get(endpointId) ?? {
    health: newHealth(),
    inFlight: 0,
    freeMs: 0,
    burstLeft: 0,
  };
  webhooks.lanes.set(endpointId, lane);
  return lane;
}

/** Returns when the attempt may start; Infinity while the endpoint has the maximum number of attempts in flight. */
export function dueMsOf(store: Store, delivery: WebhookDeliveryRecord): number {
  const endpoint = store.webhookEndpoints.get(delivery.endpointId);
  if (!endpoint) return delivery.dueMs;
  const { health, inFlight, burstLeft, freeMs } = laneOf(store, endpoint.id);
  if (inFlight >= health.maxInFlight) return Number.POSITIVE_INFINITY;
  const dueMs = Math.max(delivery.dueMs, health.openUntilMs);
  if (endpoint.maxPerSecond === null || burstLeft > 0) return dueMs;
  return Math.max(dueMs, Math.ceil(freeMs));
}

/** Counts an attempt that starts. With `maxPerSecond`, a burst is followed by a pause in proportion to its size. */
export function occupy(
  lane: Lane,
  { maxPerSecond }: Pick<StoredWebhookEndpoint, 'maxPerSecond'>,
  nowMs: number,
): void {
  lane.inFlight += 1;
  const pace = paceOf(maxPerSecond);
  if (pace === null) return;
  const isNewBurst = nowMs >= lane.freeMs;
  lane.burstLeft = (isNewBurst ? pace.burst : lane.burstLeft) - 1;
  lane.freeMs = (isNewBurst ? nowMs : lane.freeMs) + pace.spacingUs / 1_000;
}
