import type { CreateConversationBody } from '@parley/contract';
import {
  addressOfContact,
  checkAvailable,
  checkStart,
  recipientOn,
  type StoredChannel,
  summaryOf,
  withoutAddress,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { contactRecords, conversationsOf } from './contact-records.ts';
import { findNewest, insertConversation } from './conversation-records.ts';
import { findPerson, resolvePerson } from './people.ts';
import { toConversation } from './record-answers.ts';
import type { Store } from './store.ts';

/** Returns the conversation for a message to a customer, and creates it if there is none. */
export function startConversation(
  store: Store,
  { channelId, contactId, to }: CreateConversationBody,
) {
  const channel = channelRecords.get(store, channelId);
  checkAvailable(channel);
  const used = contactId === undefined ? to : addressOf(store, channel, contactId);
  const recipient = recipientOn(channel.type, used ?? '');
  const person = findPerson(store, channel, recipient);
  if (contactId !== undefined && person?.id !== contactId) throw withoutAddress();
  const known = findNewest(store, channel, recipient);
  if (person && !known) checkStart(person);
  const { contact } = resolvePerson(store, channel, recipient, { source: 'api' });
  if (known) return { status: 200, body: toConversation(store, known) } as const;
  const { address } = recipient;
  const place = { channel, contact: summaryOf(contact), address, source: 'api' } as const;
  return { status: 201, body: toConversation(store, insertConversation(store, place)) } as const;
}

function addressOf(store: Store, channel: StoredChannel, contactId: string): string {
  const contact = contactRecords.get(store, contactId);
  const conversations = conversationsOf(store, contactId).filter(
    (one) => one.channelId === channel.id,
  );
  const identities = store.identitiesByContact.get(contactId) ?? [];
  return addressOfContact(channel, { contact, identities, conversations });
}
