import type { WebhookDelivery, webhookDeliveriesRoutes } from '@parley/contract';
import {
  checkEnabled,
  deliveryStatus,
  isRedeliverable,
  notFound,
  notRedeliverable,
  showDelivery,
} from '@parley/domain';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';
import { endpointRecords } from './webhook-endpoint-records.ts';
import { isKept, restart } from './webhook-queue.ts';
import type { WebhookDeliveryRecord } from './webhook-state.ts';

export const webhookDeliveries: Fakes<typeof webhookDeliveriesRoutes> = {
  get: ({ params }, store) => {
    const delivery = getDelivery(store, params.id);
    return { ...toDelivery(delivery), attempts: delivery.made };
  },
  redeliver: ({ params }, store) => {
    const delivery = getDelivery(store, params.id);
    checkEnabled(endpointRecords.get(store, delivery.endpointId), 'redeliver');
    const status = deliveryStatus(delivery, delivery.isUnderWay);
    if (!isRedeliverable(status)) throw notRedeliverable(delivery.id, status);
    restart(store, delivery);
    return toDelivery(delivery);
  },
};

/** Returns the delivery as the API shows it. */
export function toDelivery(delivery: WebhookDeliveryRecord): WebhookDelivery {
  const { isUnderWay, made } = delivery;
  return showDelivery(delivery, { isUnderWay, lastAttempt: made.at(-1) ?? null });
}

function getDelivery(store: Store, id: string): WebhookDeliveryRecord {
  const delivery = getRecord(store.webhookDeliveries, 'webhookDelivery', id);
  if (!isKept(store, delivery.createdAt)) throw notFound('webhookDelivery', id);
  return delivery;
}
