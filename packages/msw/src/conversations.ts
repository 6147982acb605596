import type { Contract, ListConversationMessagesQuery } from '@parley/contract';
import {
  isTypingShown,
  markedRead,
  markedUnread,
  messageOf,
  refuseTyping,
  type Signal,
  type StoredConversation,
  showsRead,
} from '@parley/domain';
import { conversationRecords } from './conversation-records.ts';
import { fakeCrud } from './fake-records.ts';
import { listMessages } from './messages.ts';
import { fakeListOf } from './owned-fakes.ts';
import { getRecord } from './records.ts';
import { acceptMessage } from './send-message.ts';
import { startConversation } from './start-conversation.ts';
import type { ProviderSignal, Store } from './store.ts';
import type { Fakes } from './types.ts';

export const conversations: Fakes<Contract['conversations']> = {
  ...fakeCrud(conversationRecords),
  create: ({ body }, store) => startConversation(store, body),
  markRead: ({ params }, store) => {
    const conversation = conversationRecords.get(store, params.id);
    if (showsRead(conversation, store.tenant.settings)) signal(store, conversation, 'read');
    return conversationRecords.change(store, params.id, markedRead);
  },
  markUnread: ({ params }, store) => conversationRecords.change(store, params.id, markedUnread),
  typing: ({ params }, store) => {
    const conversation = conversationRecords.get(store, params.id);
    const channel = getRecord(store.channels, 'channel', conversation.channelId);
    const contact = getRecord(store.contacts, 'contact', conversation.contactId);
    const { settings } = store.tenant;
    const refused = refuseTyping({ channel, contact, conversation, settings }, store.nowMs());
    if (refused) throw refused;
    const isOfThis = ({ kind, conversationId }: ProviderSignal) =>
      kind === 'typing' && conversationId === conversation.id;
    const shown = store.signals.findLast(isOfThis);
    if (!shown || !isTypingShown(conversation, Date.parse(shown.at), store.nowMs()))
      signal(store, conversation, 'typing');
  },
  listMessages: fakeListOf('conversation', (store, id, query: ListConversationMessagesQuery) =>
    listMessages(store, { ...query, conversationId: [id] }),
  ),
  sendMessage: ({ params, body }, store) => {
    const conversation = conversationRecords.get(store, params.id);
    const { channelId, address: to } = conversation;
    const message = acceptMessage(store, { ...body, channelId, to }, conversation);
    return messageOf(message);
  },
};

/** Records a signal for `provider.signals`. A signal is about a message of the customer: without one, there is none. */
function signal(store: Store, conversation: StoredConversation, kind: Signal): void {
  const { id: conversationId, channelId, lastInboundAt } = conversation;
  if (lastInboundAt !== null) {
    store.signals.push({ kind, conversationId, channelId, at: store.now() });
  }
}
