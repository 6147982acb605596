import type { NounFixtures, ReferenceFixture } from '../fixture.ts';
import { aChannel, aContact, aDelivery, anEndpoint, aUrl, type Scene } from '../scene.ts';

const since = '2026-01-01T00:00:00Z';

const channelIds: ReferenceFixture = {
  resource: 'channel',
  make: async (scene) => (await aChannel(scene)).id,
};

export const webhookEndpointsFixtures: NounFixtures<'webhookEndpoints'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { url: aUrl(), events: ['*'] } }),
    get: onAnEndpoint,
    update: async (scene) => ({ ...(await onAnEndpoint(scene)), body: { url: aUrl() } }),
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
    replay: async (scene) => ({ ...(await onAnEndpoint(scene)), body: { since } }),
    listDeliveries: onAnEndpoint,
  },
  lists: {
    list: (scene) => anEndpoint(scene),
    listDeliveries: {
      prepare: async (scene) => ({
        request: await onAnEndpoint(scene),
        insert: async () => {
          await aContact(scene);
        },
      }),
    },
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

async function onAnEndpoint(scene: Scene) {
  return { params: { id: (await anEndpoint(scene)).id } };
}
