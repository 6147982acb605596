import type { Contract } from '@parley/contract';
import { markedRead, markedUnread } from '@parley/domain';
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
  markRead: ({ params }, store) => marked(store, params.id, markedRead),
  markUnread: ({ params }, store) => marked(store, params.id, markedUnread),
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

function marked(store: Store, id: string, mark: typeof markedRead) {
  const conversation = conversationRecords.get(store, id);
  conversationRecords.save(store, conversation, mark(conversation));
  return { status: 200, body: toConversation(store, conversation) } as const;
}
