import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Sealer } from '../sealing.ts';
import { listEndpointDeliveries } from './deliveries.ts';
import { webhookEndpoints } from './records.ts';
import { refusalOf } from './refusal.ts';
import { planReplay, startReplay } from './replay.ts';
import { readSecrets } from './secrets.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './service.ts';
import { tryWebhook } from './trial.ts';

interface RouteDeps {
  readonly outbound: { readonly webhooks: Outbound };
  readonly secrets: Sealer;
}

const { list, get } = crud(webhookEndpoints);

export function webhookEndpointsRoutes({ outbound: { webhooks }, secrets }: RouteDeps) {
  return implement(contract.webhookEndpoints, {
    list,
    get,
    create: prepared(
      async ({ body }) => await refusalOf(webhooks, body.url),
      async ({ body }, ctx, refusal) => await createWebhookEndpoint(ctx, secrets, body, refusal),
    ),
    update: prepared(
      async ({ body }) =>
        body.url === undefined ? undefined : await refusalOf(webhooks, body.url),
      async ({ params, body }, ctx, refusal) =>
        await updateWebhookEndpoint(ctx, secrets, params.id, body, refusal),
    ),
    delete: async ({ params }, ctx) => await deleteWebhookEndpoint(ctx, params.id),
    getSecret: async ({ params }, ctx) => await readSecrets(ctx, secrets, params.id),
    rotateSecret: async ({ params, body }, ctx) =>
      await rotateWebhookSecret(ctx, secrets, params.id, body?.overlapHours),
    enable: async ({ params }, ctx) => await enableWebhookEndpoint(ctx, params.id),
    disable: async ({ params }, ctx) => await disableWebhookEndpoint(ctx, params.id),
    // Its effect is the attempt itself. The response is stored with the Idempotency-Key after the attempt.
    test: prepared(
      async ({ params, body }, ctx) =>
        await tryWebhook(ctx, { outbound: webhooks, sealer: secrets }, params.id, body?.type),
      async (_request, _ctx, result) => result,
    ),
    replay: prepared(
      async ({ params, body }, ctx) => await planReplay(ctx, params.id, body),
      async (_request, ctx, plan) => await startReplay(ctx, plan),
    ),
    listDeliveries: async ({ params, query }, ctx) =>
      await listEndpointDeliveries(ctx, params.id, query),
  });
}
