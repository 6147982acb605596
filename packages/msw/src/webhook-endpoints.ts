import {
  mergeMetadata,
  type ReplayWebhookBody,
  ServiceError,
  type webhookEndpointsRoutes,
  webhookLimits,
} from '@parley/contract';
import { givenFields } from '@parley/domain';
import { isAnyOf, isWithin } from './filters.ts';
import { paginate, readSort } from './pages.ts';
import { changeRecord, getRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';
import { toDelivery } from './webhook-deliveries.ts';
import {
  activeSecrets,
  checkChannels,
  checkDestination,
  checkEnabled,
  disableEndpoint,
  distinct,
  getEndpoint,
  insertEndpoint,
  liveEndpoints,
  mergeHeaders,
  toEndpoint,
  withSecret,
} from './webhook-endpoint-records.ts';
import { renew } from './webhook-lanes.ts';
import {
  cancelWaiting,
  deliveriesTo,
  isKept,
  isOfTypes,
  placeAll,
  replay,
} from './webhook-queue.ts';
import { tryOut } from './webhook-trials.ts';

export const webhookEndpoints: Fakes<typeof webhookEndpointsRoutes> = {
  list: ({ query }, store) => {
    const found = liveEndpoints(store).filter(({ status }) => isAnyOf(query.status, status));
    const page = paginate(found, {
      list: 'webhookEndpoints',
      tenantId: store.tenant.id,
      query,
      key: (endpoint) => endpoint.createdAt,
      id: (endpoint) => endpoint.id,
      descending: readSort(query.sort).descending,
    });
    return { status: 200, body: { ...page, data: page.data.map(toEndpoint) } };
  },
  create: ({ body }, store) => {
    const endpoint = insertEndpoint(store, body);
    return { status: 201, body: withSecret(endpoint) };
  },
  get: ({ params }, store) => ({ status: 200, body: toEndpoint(getEndpoint(store, params.id)) }),
  update: ({ params, body }, store) => {
    const endpoint = getEndpoint(store, params.id);
    const { metadata, headers, events, channelIds, ...fields } = body;
    checkChannels(store, channelIds);
    const change = {
      ...givenFields(fields),
      ...(events ? { events: distinct(events) } : {}),
      ...(channelIds === undefined ? {} : { channelIds: channelIds && distinct(channelIds) }),
      ...(headers ? { headers: mergeHeaders(endpoint.headers, headers) } : {}),
      ...(metadata ? { metadata: mergeMetadata(endpoint.metadata, metadata) } : {}),
    };
    if (body.url !== undefined && body.url !== endpoint.url) {
      checkDestination(store, body.url, endpoint.id);
    }
    changeRecord(endpoint, change, store.now());
    placeAll(store);
    return { status: 200, body: toEndpoint(endpoint) };
  },
  delete: ({ params }, store) => {
    const endpoint = getEndpoint(store, params.id);
    const now = store.now();
    Object.assign(endpoint, { headers: {}, oldSecrets: [], updatedAt: now, deletedAt: now });
    cancelWaiting(store, endpoint.id, now);
    return { status: 204, body: undefined };
  },
  getSecret: ({ params }, store) => {
    const { secret, oldSecrets } = getEndpoint(store, params.id);
    return { status: 200, body: { secret, previous: activeSecrets(store, oldSecrets) } };
  },
  rotateSecret: ({ params, body }, store) => {
    const endpoint = getEndpoint(store, params.id);
    const hours = body?.overlapHours ?? webhookLimits.overlapHours.default;
    const expiresAt = new Date(store.nowMs() + hours * 3_600_000).toISOString();
    const before = { secret: endpoint.secret, expiresAt };
    const oldSecrets = hours === 0 ? [] : activeSecrets(store, [before, ...endpoint.oldSecrets]);
    const max = webhookLimits.oldSecrets;
    if (oldSecrets.length > max) {
      throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'webhook_secrets', max });
    }
    changeRecord(endpoint, { secret: store.webhooks.newSecret(), oldSecrets }, store.now());
    return { status: 200, body: withSecret(endpoint) };
  },
  enable: ({ params }, store) => {
    const endpoint = getEndpoint(store, params.id);
    if (endpoint.status === 'disabled') {
      const change = { status: 'enabled', disabledReason: null, disabledAt: null } as const;
      changeRecord(endpoint, change, store.now());
      Object.assign(endpoint, { failingSince: null, hasGivenUp: false });
      renew(endpoint.lane);
    }
    return { status: 200, body: toEndpoint(endpoint) };
  },
  disable: ({ params }, store) => {
    const endpoint = getEndpoint(store, params.id);
    if (endpoint.status === 'enabled') disableEndpoint(store, endpoint, 'manual', store.now());
    return { status: 200, body: toEndpoint(endpoint) };
  },
  test: async ({ params, body }, store) => {
    const endpoint = getEndpoint(store, params.id);
    return { status: 200, body: await tryOut(store, endpoint, body?.type ?? 'webhook.test') };
  },
  replay: ({ params, body }, store) => {
    const endpoint = getEndpoint(store, params.id);
    checkEnabled(endpoint, 'replay');
    checkRange(store, body);
    return { status: 202, body: { count: replay(store, endpoint, body) } };
  },
  listDeliveries: ({ params, query }, store) => {
    // Those of a deleted endpoint stay readable.
    const { id } = getRecord(store.webhooks.endpoints, 'webhookEndpoint', params.id);
    const found = deliveriesTo(store, id)
      .map(toDelivery)
      .filter(
        (delivery) =>
          isKept(store, delivery.createdAt) &&
          isAnyOf(query.status, delivery.status) &&
          isAnyOf(query.eventId, delivery.eventId) &&
          isWithin(delivery.createdAt, query.since, query.until) &&
          (query.eventType === undefined || isOfTypes(query.eventType, delivery.eventType)),
      );
    const page = paginate(found, {
      list: `webhookEndpoints ${id} deliveries`,
      tenantId: store.tenant.id,
      query,
      key: (delivery) => delivery.createdAt,
      id: (delivery) => delivery.id,
      descending: readSort(query.sort).descending,
    });
    return { status: 200, body: page };
  },
};

/** Throws when no event can lie in it. */
function checkRange(store: Store, { since, until }: ReplayWebhookBody): void {
  if (until === undefined ? since <= store.now() : since < until) return;
  const field = until === undefined ? 'since' : 'until';
  throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'until_after_since', field });
}
