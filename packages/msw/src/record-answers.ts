// Returns records as the API shows them, with values that depend on other records and on the time. Responses share the
// results, so nothing may modify them.
import type { Channel, Contact, Conversation, Message } from '@parley/contract';
import {
  channelOf,
  conversationOf,
  identityOf,
  messageOf,
  type StoredChannel,
  type StoredContact,
  type StoredConversation,
  type StoredMessage,
} from '@parley/domain';
import { Memory } from './memory.ts';
import type { Store } from './store.ts';

const contacts = new Memory<StoredContact, Contact>();
const conversations = new Memory<StoredConversation, Conversation>();
const channels = new Memory<StoredChannel, Channel>();
const messages = new Memory<StoredMessage, Message>();

/** Returns the contact as the API returns it: with its addresses and their present messaging windows. */
export function toContact(store: Store, contact: StoredContact): Contact {
  const nowMs = store.nowMs();
  const identities = store.identitiesByContact.get(contact.id) ?? [];
  const conversations = store.conversationsByContact.get(contact.id) ?? [];
  return contacts.recall(
    contact,
    [contact, ...identities, ...conversations],
    () => {
      const exchanges = newestOf(conversations);
      const shown = identities.map((identity) => identityOf(identity, exchanges, nowMs));
      return { ...contact, identities: shown };
    },
    { nowMs, moments: ({ identities }) => identities.flatMap(({ windows }) => endsOf(windows)) },
  );
}

/** Returns the newest conversation for each channel and address, in the order of the server. */
function newestOf(conversations: readonly StoredConversation[]): StoredConversation[] {
  const newest = new Map(conversations.map((one) => [`${one.channelId} ${one.address}`, one]));
  return [...newest].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, one]) => one);
}

/** Returns the conversation as the API returns it, with its current window. */
export function toConversation(store: Store, stored: StoredConversation): Conversation {
  const nowMs = store.nowMs();
  return conversations.recall(stored, [stored], () => conversationOf(stored, nowMs), {
    nowMs,
    moments: ({ window }) => endsOf([window]),
  });
}

export function toChannel(_store: Store, stored: StoredChannel): Channel {
  return channels.recall(stored, [stored], () => channelOf(stored));
}

export function toMessage(_store: Store, stored: StoredMessage): Message {
  return messages.recall(stored, [stored], () => messageOf(stored));
}

function endsOf(windows: readonly { expiresAt: string | null }[]): number[] {
  return windows.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]));
}
