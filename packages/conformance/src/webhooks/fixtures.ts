import { bodyOn, listOn, on, refersTo } from '../crud/crud-fixtures.ts';
import type { NounFixtures } from '../fixture.ts';
import { aChannel, aContact, aDelivery, anEndpoint, aUrl } from '../scene.ts';

const since = '2026-01-01T00:00:00Z';

const channelIds = refersTo('channel', aChannel);

const onAnEndpoint = on(anEndpoint);

export const webhookEndpointsFixtures: NounFixtures<'webhookEndpoints'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { url: aUrl(), events: ['*'] } }),
    get: onAnEndpoint,
    update: bodyOn(onAnEndpoint, () => ({ url: aUrl() })),
    delete: onAnEndpoint,
    getSecret: onAnEndpoint,
    rotateSecret: onAnEndpoint,
    enable: async (scene) => {
      const request = await onAnEndpoint(scene);
      await scene.api.webhookEndpoints.disable(request);
      return request;
    },
    disable: onAnEndpoint,
    test: onAnEndpoint,
    replay: bodyOn(onAnEndpoint, () => ({ since })),
    listDeliveries: onAnEndpoint,
  },
  lists: {
    list: (scene) => anEndpoint(scene),
    listDeliveries: listOn(onAnEndpoint, (scene) => aContact(scene)),
  },
  references: {
    create: { channelIds },
    update: { channelIds },
  },
};

export const webhookDeliveriesFixtures: NounFixtures<'webhookDeliveries'> = {
  requests: {
    get: async (scene) => ({ params: { id: (await aDelivery(scene)).id } }),
    redeliver: async (scene) => {
      const { id, endpointId } = await aDelivery(scene);
      // Disabling the endpoint cancels its waiting deliveries, which can then be redelivered.
      await scene.api.webhookEndpoints.disable({ params: { id: endpointId } });
      await scene.api.webhookEndpoints.enable({ params: { id: endpointId } });
      return { params: { id } };
    },
  },
  lists: {},
};
