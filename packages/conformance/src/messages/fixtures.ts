import { on } from '../crud/crud-fixtures.ts';
import type { NounFixtures } from '../fixture.ts';
import { aChannel, aFailedMessage, aMessage, aMoment, aPhone } from '../scene.ts';

const onAMessage = on(aMessage);

export const messagesFixtures: NounFixtures<'messages'> = {
  requests: {
    send: async (scene) => ({
      body: { channelId: (await aChannel(scene)).id, to: aPhone(), type: 'text', text: 'Hello' },
    }),
    list: () => ({}),
    get: onAMessage,
    listEvents: onAMessage,
    cancel: onAMessage,
    retry: async (scene) => ({ params: { id: (await aFailedMessage(scene)).id } }),
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const channel = await aChannel(scene);
        return {
          request: {},
          insert: async () => {
            await aMessage(scene, { channelId: channel.id });
          },
        };
      },
    },
    listEvents: {
      prepare: async (scene) => {
        const { id, channelId } = await aMessage(scene);
        return {
          request: { params: { id } },
          insert: async () => {
            await scene.api.channels.simulateStatus({
              params: { id: channelId },
              // Timeline entries have no ID, so the tests identify them by time.
              body: { messageId: id, status: 'delivered', timestamp: aMoment() },
            });
          },
        };
      },
    },
  },
};
