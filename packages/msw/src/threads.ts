import {
  addressVariants,
  type Channel,
  type Conversation,
  conversationLimits,
  type Message,
} from '@parley/contract';
import type { StoredContact } from '@parley/domain';
import { recordConversation } from './events.ts';
import type { Address } from './people.ts';
import type { ConversationRecord, Store } from './store.ts';

/** The newest conversation with an address on a channel, under any form of the address. */
export function findThread(
  store: Store,
  channel: Channel,
  { kind, address }: Address,
): ConversationRecord | undefined {
  const addresses = addressVariants({ kind, address });
  let newest: ConversationRecord | undefined;
  for (const conversation of store.conversations.values()) {
    if (conversation.channelId === channel.id && addresses.includes(conversation.address)) {
      newest = conversation;
    }
  }
  return newest;
}

export function insertThread(
  store: Store,
  channel: Channel,
  contact: StoredContact,
  { address, source }: Pick<Conversation, 'address' | 'source'>,
): ConversationRecord {
  const now = store.now();
  const conversation: ConversationRecord = {
    id: store.newId('conversation'),
    channelId: channel.id,
    channelType: channel.type,
    contactId: contact.id,
    address,
    status: 'open',
    priority: null,
    assigneeId: null,
    subject: null,
    tags: [],
    metadata: {},
    unreadCount: 0,
    lastMessage: null,
    lastMessageAt: null,
    lastInboundAt: null,
    lastOutboundAt: null,
    firstReplyAt: null,
    waitingSince: null,
    snoozedUntil: null,
    closedAt: null,
    source,
    reopenCount: 0,
    messageCount: 0,
    createdAt: now,
    updatedAt: now,
    sentSinceInbound: 0,
  };
  store.conversations.set(conversation.id, conversation);
  recordConversation(store, 'conversation.created', conversation, null);
  return conversation;
}

/** The newest message in short, as far as it is the newest. */
export function showLastMessage(conversation: ConversationRecord, message: Message): void {
  const { id, direction, type, text, status, createdAt } = message;
  if (conversation.lastMessageAt !== null && createdAt < conversation.lastMessageAt) return;
  const short =
    text === null ? null : [...text].slice(0, conversationLimits.lastMessageTextLength).join('');
  conversation.lastMessage = { id, direction, type, text: short, status, createdAt };
  conversation.lastMessageAt = createdAt;
}
