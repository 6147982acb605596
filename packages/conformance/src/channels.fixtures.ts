import type { NounFixtures } from './fixture.ts';
import { aChannel, aMessage, aName, aPhone, type Scene, unique } from './scene.ts';

export const channelsFixtures: NounFixtures<'channels'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { name: unique('Channel'), type: 'whatsapp', provider: 'sandbox' } }),
    get: onAChannel,
    update: async (scene) => ({ ...(await onAChannel(scene)), body: { name: unique('Renamed') } }),
    delete: onAChannel,
    verify: onAChannel,
    enable: async (scene) => {
      const request = await onAChannel(scene);
      await scene.api.channels.disable(request);
      return request;
    },
    disable: onAChannel,
    listInboundFailures: onAChannel,
    retryInboundFailure: async (scene) => {
      const { id } = await aChannel(scene);
      return { params: { id, inboundFailureId: await aFailure(scene, id) } };
    },
    simulateInbound: async (scene) => ({
      ...(await onAChannel(scene)),
      body: { type: 'text', from: aPhone(), text: 'Hello' },
    }),
    simulateStatus: async (scene) => {
      const { channelId, id } = await aMessage(scene);
      return { params: { id: channelId }, body: { messageId: id, status: 'delivered' } };
    },
  },
  lists: {
    list: (scene, index) => aChannel(scene, { name: aName(index) }),
    listInboundFailures: {
      prepare: async (scene) => {
        const { id } = await aChannel(scene);
        return { request: { params: { id } }, insert: () => aFailure(scene, id) };
      },
    },
  },
  references: {
    simulateStatus: {
      messageId: { resource: 'message', make: async (scene) => (await aMessage(scene)).id },
    },
  },
};

function aFailure(scene: Scene, channelId: string): Promise<string> {
  return scene.tenant.failInbound(channelId, { from: aPhone(), text: 'Hello' });
}

async function onAChannel(scene: Scene) {
  return { params: { id: (await aChannel(scene)).id } };
}
