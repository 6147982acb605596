import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { getWebhookDelivery, redeliverWebhook } from './service.ts';

export const webhookDeliveriesRoutes = implement(contract.webhookDeliveries, {
  get: async ({ params }, ctx) => await getWebhookDelivery(ctx, params.id),
  redeliver: async ({ params }, ctx) => await redeliverWebhook(ctx, params.id),
});
