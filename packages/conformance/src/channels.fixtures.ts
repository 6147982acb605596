import { bodyOn, listOn, on } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aChannel, aMessage, aName, aPhone, type Scene, unique } from './scene.ts';

const onAChannel = on(aChannel);

export const channelsFixtures: NounFixtures<'channels'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { name: unique('Channel'), type: 'whatsapp', provider: 'sandbox' } }),
    get: onAChannel,
    update: bodyOn(onAChannel, () => ({ name: unique('Renamed') })),
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
    simulateInbound: bodyOn(onAChannel, () => ({ type: 'text', from: aPhone(), text: 'Hello' })),
    simulateStatus: async (scene) => {
      const { channelId, id } = await aMessage(scene);
      return { params: { id: channelId }, body: { messageId: id, status: 'delivered' } };
    },
  },
  lists: {
    list: (scene, index) => aChannel(scene, { name: aName(index) }),
    listInboundFailures: listOn(onAChannel, (scene, { params }) => aFailure(scene, params.id)),
  },
};

function aFailure(scene: Scene, channelId: string): Promise<string> {
  return scene.tenant.failInbound(channelId, { from: aPhone(), text: 'Hello' });
}
