import type { Contract } from '@parley/contract';
import type { ListFixture, ReferenceFixture, RequestFixture } from './fixture.ts';
import { aChannel, aContact, aDelivery, anEndpoint, aUrl, type Scene } from './scene.ts';

type Noun = 'webhookEndpoints' | 'webhookDeliveries' | 'events' | 'eventTypes';

const since = '2026-01-01T00:00:00Z';

export const webhookRequests: {
  [Key in Noun]: { [Endpoint in keyof Contract[Key]]: RequestFixture };
} = {
  webhookEndpoints: {
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
  webhookDeliveries: {
    get: async (scene) => ({ params: { id: (await aDelivery(scene)).id } }),
    redeliver: async (scene) => {
      const { id, endpointId } = await aDelivery(scene);
      // What waits is canceled.
      await scene.api.webhookEndpoints.disable({ params: { id: endpointId } });
      await scene.api.webhookEndpoints.enable({ params: { id: endpointId } });
      return { params: { id } };
    },
  },
  events: {
    list: () => ({}),
    get: async (scene) => {
      const { id: subjectId } = await aContact(scene);
      const { data } = await scene.api.events.list({ query: { subjectId } });
      return { params: { id: data[0]?.id as string } };
    },
  },
  eventTypes: { all: () => ({}) },
};

const channelIds: ReferenceFixture = {
  resource: 'channel',
  make: async (scene) => (await aChannel(scene)).id,
};

export const webhookReferences = {
  'webhookEndpoints.create': { channelIds },
  'webhookEndpoints.update': { channelIds },
} as const;

export const webhookLists = {
  'webhookEndpoints.list': {
    prepare: async (scene) => ({
      request: {},
      insert: async () => {
        await anEndpoint(scene);
      },
    }),
  },
  'webhookEndpoints.listDeliveries': {
    prepare: async (scene) => ({
      request: await onAnEndpoint(scene),
      insert: async () => {
        await aContact(scene);
      },
    }),
  },
  'events.list': {
    prepare: async (scene) => ({
      request: {},
      insert: async () => {
        await aContact(scene);
      },
    }),
  },
} as const satisfies Record<string, ListFixture>;

async function onAnEndpoint(scene: Scene) {
  return { params: { id: (await anEndpoint(scene)).id } };
}
