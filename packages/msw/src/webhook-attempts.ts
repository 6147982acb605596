// Writes the result of an attempt into its delivery and its endpoint.
import { disablesEndpoint, endAttempt, isSentTo, waitAfter } from '@parley/domain';
import type { Store } from './store.ts';
import { disableEndpoint } from './webhook-endpoint-records.ts';
import type { Exchange } from './webhook-exchange.ts';
import { laneOf } from './webhook-lanes.ts';
import { place } from './webhook-queue.ts';
import type { WebhookDeliveryRecord } from './webhook-state.ts';

/** Records the result of an attempt that began at this time. */
export function noteAttempt(
  store: Store,
  delivery: WebhookDeliveryRecord,
  result: Exchange,
  atMs: number,
): void {
  const endpoint = store.webhookEndpoints.get(delivery.endpointId);
  // `reset` may have removed the endpoint or the delivery meanwhile.
  if (!endpoint || store.webhookDeliveries.get(delivery.id) !== delivery) return;
  const lane = laneOf(store, endpoint.id);
  const at = new Date(atMs).toISOString();
  const now = new Date(atMs + result.durationMs);
  const { delivery: change, health } = endAttempt(
    {
      ...delivery,
      attempts: delivery.attempts + 1,
      seriesAttempts: delivery.seriesAttempts + 1,
    },
    { at, result },
    { ...lane.health, enabled: isSentTo(endpoint) },
    {
      now,
      nowMs: now.getTime(),
      waitAfter: (attempts, failed) =>
        waitAfter(attempts, failed, () => store.webhooks.chanceOf(delivery)),
    },
  );
  lane.health = health;
  const { attempt, deliveredAt, ...fields } = change;
  if (attempt) delivery.made.push(attempt);
  Object.assign(delivery, fields, {
    isUnderWay: false,
    deliveredAt: deliveredAt ?? delivery.deliveredAt,
  });
  place(store, delivery);
  const reason = disablesEndpoint(result, health, now);
  if (reason && isSentTo(endpoint)) disableEndpoint(store, endpoint, reason, now.toISOString());
}
