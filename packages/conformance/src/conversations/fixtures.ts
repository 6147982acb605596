import { bodyOn, on, refersTo } from '../crud/crud-fixtures.ts';
import type { NounFixtures } from '../fixture.ts';
import {
  aChannel,
  aContact,
  aConversation,
  aConversationId,
  aMessage,
  anInbound,
  aPhone,
  type Scene,
} from '../scene.ts';

const onAConversation = on(aConversationId);

export const conversationsFixtures: NounFixtures<'conversations'> = {
  requests: {
    list: () => ({}),
    create: async (scene) => {
      const { id: channelId } = await aChannel(scene);
      return { body: { channelId, contactId: (await aContactWithPhone(scene)).id } };
    },
    get: onAConversation,
    update: bodyOn(onAConversation, () => ({ status: 'closed' })),
    markRead: onAConversation,
    markUnread: onAConversation,
    typing: onAConversation,
    listMessages: onAConversation,
    sendMessage: bodyOn(onAConversation, () => ({ type: 'text', text: 'Hello' })),
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const channel = await aChannel(scene);
        return {
          request: {},
          insert: async (index) => {
            // A conversation that an outbound message starts has no waiting customer.
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
  references: { create: { contactId: refersTo('contact', aContactWithPhone) } },
};

function aContactWithPhone(scene: Scene) {
  return aContact(scene, { phone: `+${aPhone()}` });
}
