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
  },
  references: {
    simulateStatus: {
      messageId: { resource: 'message', make: async (scene) => (await aMessage(scene)).id },
    },
  },
};

async function onAChannel(scene: Scene) {
  return { params: { id: (await aChannel(scene)).id } };
}
