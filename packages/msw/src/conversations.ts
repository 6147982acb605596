import type { Contract } from '@parley/contract';
import type { StoredConversation } from '@parley/domain';
import { conversationRecords } from './conversation-records.ts';
import { fakeCrud } from './fake-records.ts';
import { listMessages } from './messages.ts';
import { toConversation, toMessage } from './record-answers.ts';
import { acceptMessage } from './send-message.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

const { list, get, update } = fakeCrud(conversationRecords);

export const conversations: Fakes<Contract['conversations']> = {
  list,
  get,
  update,
  markRead: ({ params }, store) => {
    const conversation = conversationRecords.get(store, params.id);
    return countUnread(store, conversation, 0);
  },
  markUnread: ({ params }, store) => {
    const conversation = conversationRecords.get(store, params.id);
    return countUnread(store, conversation, Math.max(1, conversation.unreadCount));
  },
  listMessages: ({ params, query }, store) => {
    const { id } = conversationRecords.get(store, params.id);
    return { status: 200, body: listMessages(store, { ...query, conversationId: [id] }) };
  },
  sendMessage: ({ params, body }, store) => {
    const conversation = conversationRecords.get(store, params.id);
    const { channelId, address: to } = conversation;
    const message = acceptMessage(store, { ...body, channelId, to }, conversation);
    return { status: 202, body: toMessage(store, message) };
  },
};

function countUnread(store: Store, conversation: StoredConversation, unreadCount: number) {
  conversationRecords.save(store, conversation, { unreadCount });
  return { status: 200, body: toConversation(store, conversation) } as const;
}
