import type { ListWebhookDeliveriesQuery, webhookEndpointsRoutes } from '@parley/contract';
import {
  checkEnabled,
  deleted,
  enabledEndpoint,
  isWithin,
  matchesAny,
  replayRange,
  rotatedSecrets,
  signingSecrets,
  webhookEndpointRules,
} from '@parley/domain';
import { fakeCrud } from './fake-records.ts';
import { fakeListOf } from './owned-fakes.ts';
import { paginate } from './pages.ts';
import type { Fakes } from './types.ts';
import { toDelivery } from './webhook-deliveries.ts';
import {
  checkChannels,
  checkUrl,
  disableEndpoint,
  endpointRecords,
  insertEndpoint,
  secretsOf,
  withSecret,
} from './webhook-endpoint-records.ts';
import { cancelWaiting, deliveriesTo, isKept, replay } from './webhook-queue.ts';
import { tryOut } from './webhook-trials.ts';

const { get: find, change, save, show } = endpointRecords;
export const webhookEndpoints: Fakes<typeof webhookEndpointsRoutes> = {
  ...fakeCrud(endpointRecords),
  create: ({ body }, store) => withSecret(store, insertEndpoint(store, body)),
  update: ({ params, body }, store) => {
    const endpoint = find(store, params.id);
    checkChannels(store, body.channelIds);
    const wanted = webhookEndpointRules.changed(endpoint, body, store.now());
    if (wanted.url !== endpoint.url) {
      endpointRecords.requireFree(store, wanted);
      checkUrl(store, wanted.url);
    }
    return show(store, save(store, endpoint, wanted));
  },
  delete: ({ params }, store) => {
    const endpoint = find(store, params.id);
    Object.assign(endpoint, deleted(endpoint, store.now()));
    cancelWaiting(store, endpoint.id, store.now());
  },
  getSecret: ({ params }, store) => {
    const { secret, previous } = secretsOf(store, find(store, params.id).id);
    return { secret, previous: signingSecrets(previous, store.nowMs()) };
  },
  rotateSecret: ({ params, body }, store) => {
    const endpoint = find(store, params.id);
    const before = secretsOf(store, endpoint.id);
    const during = { overlapHours: body?.overlapHours, nowMs: store.nowMs() };
    store.webhooks.secrets.set(endpoint.id, {
      previous: rotatedSecrets({ secret: before.secret }, before.previous, during),
      secret: store.webhooks.newSecret(),
    });
    Object.assign(endpoint, { updatedAt: store.now() });
    return withSecret(store, endpoint);
  },
  enable: ({ params }, store) => change(store, params.id, enabledEndpoint),
  disable: ({ params }, store) => {
    const endpoint = find(store, params.id);
    if (endpoint.status === 'enabled') disableEndpoint(store, endpoint, 'manual', store.now());
    return show(store, endpoint);
  },
  test: async ({ params, body }, store) => {
    const endpoint = find(store, params.id);
    return await tryOut(store, endpoint, body?.type ?? 'webhook.test');
  },
  replay: ({ params, body }, store) => {
    const endpoint = find(store, params.id);
    checkEnabled(endpoint, 'replay');
    const range = replayRange(body, store.nowMs());
    return replay(store, endpoint, { ...body, ...range });
  },
  // A deleted endpoint is still found, because its deliveries stay readable.
  listDeliveries: fakeListOf('webhookEndpoint', (store, id, query: ListWebhookDeliveriesQuery) => {
    const found = deliveriesTo(store, id).filter(
      ({ createdAt, event }) =>
        isKept(store, createdAt) &&
        (query.eventId?.includes(event.id) ?? true) &&
        isWithin(createdAt, { after: query.since, before: query.until }) &&
        (query.eventType === undefined || matchesAny(query.eventType, event.type)),
    );
    return paginate(
      found.map(toDelivery).filter(({ status }) => query.status?.includes(status) ?? true),
      {
        list: `webhookEndpoints ${id} deliveries`,
        tenantId: store.tenant.id,
        query,
        key: (delivery) => delivery.createdAt,
        id: (delivery) => delivery.id,
      },
    );
  }),
};
