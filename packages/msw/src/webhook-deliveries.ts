import {
  type EventType,
  ServiceError,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
  type webhookDeliveriesRoutes,
} from '@parley/contract';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';
import { checkEnabled, getEndpoint } from './webhook-endpoint-records.ts';
import { isKept, restart } from './webhook-queue.ts';
import type { WebhookDeliveryRecord } from './webhook-state.ts';

export const webhookDeliveries: Fakes<typeof webhookDeliveriesRoutes> = {
  get: ({ params }, store) => {
    const delivery = getDelivery(store, params.id);
    return { status: 200, body: { ...toDelivery(delivery), attempts: delivery.attempts } };
  },
  redeliver: ({ params }, store) => {
    const delivery = getDelivery(store, params.id);
    checkEnabled(getEndpoint(store, delivery.endpointId), 'redeliver');
    if (['pending', 'delivering'].includes(statusOf(delivery))) {
      throw new ServiceError('SVC-INVALID-TRANSITION', {
        resource: 'webhookDelivery',
        id: delivery.id,
        from: statusOf(delivery),
        action: 'redeliver',
        allowed: ['delivered', 'retrying', 'exhausted', 'canceled'],
      });
    }
    restart(store, delivery);
    return { status: 202, body: toDelivery(delivery) };
  },
};

/** As it is answered. */
export function toDelivery(
  delivery: WebhookDeliveryRecord,
): WebhookDelivery & { eventType: EventType } {
  const { id, endpointId, event, state, dueMs, attempts } = delivery;
  return {
    id,
    endpointId,
    eventId: event.id,
    eventType: event.type,
    status: statusOf(delivery),
    attemptCount: attempts.length,
    nextAttemptAt: state === 'ready' || state === 'underway' ? new Date(dueMs).toISOString() : null,
    lastAttempt: attempts.at(-1) ?? null,
    createdAt: delivery.createdAt,
    updatedAt: delivery.updatedAt,
    deliveredAt: delivery.deliveredAt,
  };
}

function statusOf({ state, seriesAttempts }: WebhookDeliveryRecord): WebhookDeliveryStatus {
  if (state === 'underway') return 'delivering';
  if (state === 'ready') return seriesAttempts === 0 ? 'pending' : 'retrying';
  return state;
}

function getDelivery(store: Store, id: string): WebhookDeliveryRecord {
  const delivery = getRecord(store.webhooks.deliveries, 'webhookDelivery', id);
  if (isKept(store, delivery.createdAt)) return delivery;
  throw new ServiceError('SVC-NOT-FOUND', { resource: 'webhookDelivery', id });
}
