import type { NounFixtures } from '../fixture.ts';
import { aChannel, aConversation, aMessage, anInbound, type Scene } from '../scene.ts';

export const conversationsFixtures: NounFixtures<'conversations'> = {
  requests: {
    list: () => ({}),
    get: onAConversation,
    update: async (scene) => ({ ...(await onAConversation(scene)), body: { status: 'closed' } }),
    markRead: onAConversation,
    markUnread: onAConversation,
    listMessages: onAConversation,
    sendMessage: async (scene) => ({
      ...(await onAConversation(scene)),
      body: { type: 'text', text: 'Hello' },
    }),
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const channel = await aChannel(scene);
        return {
          request: {},
          insert: async (index) => {
            // In a conversation started by an outbound message, the customer does not wait.
            if (index % 3 === 0) await aMessage(scene, { channelId: channel.id });
            else await anInbound(scene, channel.id);
          },
        };
      },
    },
    listMessages: {
      prepare: async (scene) => {
        const { id, channelId, address } = await aConversation(scene);
        return {
          request: { params: { id } },
          insert: async () => {
            await anInbound(scene, channelId, { from: address });
          },
        };
      },
    },
  },
  references: {
    update: { assigneeId: { resource: 'user', make: (scene) => scene.tenant.createUser() } },
    sendMessage: {
      replyToMessageId: { resource: 'message', make: async (scene) => (await aMessage(scene)).id },
    },
  },
};

async function onAConversation(scene: Scene) {
  return { params: { id: (await aConversation(scene)).id } };
}
