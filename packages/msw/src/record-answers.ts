// Records as they are answered: with what is looked up in other records and computed from the time.
import { type Contact, type Conversation, conversationWindow } from '@parley/contract';
import type { ContactRecord, ConversationRecord, Store } from './store.ts';

/** The contact as answered: with its addresses and their windows as they are now. */
export function toContact(store: Store, contact: ContactRecord): Contact {
  const nowMs = store.nowMs();
  const identities = [...store.identities.values()]
    .filter((identity) => identity.contactId === contact.id)
    .map(({ contactId: _contactId, sentSinceInbound, ...identity }) => {
      const known = { lastInboundAt: identity.lastInboundAt, sentSinceInbound };
      const { open, expiresAt, remaining } = conversationWindow(identity.channelType, known, nowMs);
      return { ...identity, window: { open, expiresAt, remaining } };
    });
  return { ...contact, identities };
}

/** The conversation as answered: with its contact in short and the window as it is now. */
export function toConversation(store: Store, record: ConversationRecord): Conversation {
  const { sentSinceInbound, ...conversation } = record;
  // A conversation is stored with its contact, and contacts are not deleted.
  const { id, name, phone, avatarUrl } = store.contacts.get(record.contactId) as ContactRecord;
  return {
    ...conversation,
    contact: { id, name, phone, avatarUrl },
    window: conversationWindow(
      record.channelType,
      { lastInboundAt: record.lastInboundAt, sentSinceInbound },
      store.nowMs(),
    ),
  };
}
