// Records as they are answered: with what is looked up in other records and computed from the time.
// What comes out is shared between answers, so nobody may change it.
import {
  type Contact,
  type Conversation,
  conversationWindow,
  type Identity,
} from '@parley/contract';
import { type StoredContact, type StoredIdentity, summaryOf } from '@parley/domain';
import { Memory } from './memory.ts';
import type { ConversationRecord, Store } from './store.ts';

const contacts = new Memory<StoredContact, Contact>();
const conversations = new Memory<ConversationRecord, Conversation>();

/** The contact as answered: with its addresses and their windows as they are now. */
export function toContact(store: Store, contact: StoredContact): Contact {
  const nowMs = store.nowMs();
  const identities = store.identitiesByContact.get(contact.id) ?? [];
  return contacts.recall(
    contact,
    [contact, ...identities],
    () => ({
      ...contact,
      identities: identities.map((identity) => toIdentity(identity, nowMs)),
    }),
    { nowMs, moments: endsOfIdentities },
  );
}

function toIdentity(stored: StoredIdentity, nowMs: number): Identity {
  const { contactId: _contact, createdAt: _at, sentSinceInbound, ...identity } = stored;
  const { channelType, lastInboundAt } = identity;
  const known = { lastInboundAt, sentSinceInbound };
  const { open, expiresAt, remaining } = conversationWindow(channelType, known, nowMs);
  return { ...identity, window: { open, expiresAt, remaining } };
}

/** The conversation as answered: with its contact in short and the window as it is now. */
export function toConversation(store: Store, record: ConversationRecord): Conversation {
  const nowMs = store.nowMs();
  // A conversation is stored with its contact, and contacts are not deleted.
  const person = store.contacts.get(record.contactId) as StoredContact;
  return conversations.recall(
    record,
    [record, person],
    () => {
      const { sentSinceInbound, ...conversation } = record;
      const { channelType, lastInboundAt } = record;
      const contact = summaryOf(person);
      const known = { lastInboundAt, sentSinceInbound };
      return { ...conversation, contact, window: conversationWindow(channelType, known, nowMs) };
    },
    { nowMs, moments: endOf },
  );
}

function endsOfIdentities({ identities }: Contact): number[] {
  return identities.flatMap(endOf);
}

function endOf({ window: { expiresAt } }: Pick<Conversation | Identity, 'window'>): number[] {
  return expiresAt === null ? [] : [Date.parse(expiresAt)];
}
