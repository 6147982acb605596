import { ServiceError } from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import type { ChannelSettings } from './channels.ts';
import type { StoredContact, StoredIdentity } from './contacts.ts';
import type { StoredConversation } from './conversations.ts';
import { violation } from './refusals.ts';

// The rules for starting a conversation, and for opening a closed or snoozed one.

interface Known {
  readonly contact: Pick<StoredContact, 'phone'>;
  readonly identities: readonly StoredIdentity[];
  /** The conversations with the contact on the channel. */
  readonly conversations: readonly Pick<StoredConversation, 'address' | 'createdAt'>[];
}

/**
 * Returns the address of a contact on a channel, for a new or existing conversation. Throws SVC-RULE-VIOLATION if the
 * contact has none.
 */
export function addressOfContact(
  channel: Pick<StoredChannel, 'id' | 'type'>,
  { contact, identities, conversations }: Known,
): string {
  const usable = identities.filter(
    ({ channelType, channelId }) =>
      channelType === channel.type && (channelId === null || channelId === channel.id),
  );
  const phone = channel.type === 'whatsapp' ? contact.phone : null;
  const address = newestOf(conversations)?.address ?? newestOf(usable)?.address ?? phone;
  if (address === null) throw withoutAddress();
  return address;
}

function newestOf<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
): Item | undefined {
  return items.reduce<Item | undefined>(
    (newest, item) => (newest && newest.createdAt > item.createdAt ? newest : item),
    undefined,
  );
}

/**
 * Returns the error for a contact without an address on the channel, or whose phone number is an address of another
 * contact.
 */
export function withoutAddress(): ServiceError {
  return violation('address_on_channel', 'contactId');
}

/** Throws SVC-RECIPIENT-BLOCKED for a blocked contact: no conversation can be started with it. */
export function checkStart({ blocked }: Pick<StoredContact, 'blocked'>): void {
  if (blocked) throw new ServiceError('SVC-RECIPIENT-BLOCKED', {});
}

/**
 * Returns whether the end of a snooze at the time `until` opens the conversation: not if it has been opened, closed or
 * snoozed to another time since.
 */
export function isDueToWake(
  { status, snoozedUntil }: Pick<StoredConversation, 'status' | 'snoozedUntil'>,
  until: string,
): boolean {
  return status === 'snoozed' && snoozedUntil === until;
}

/**
 * Decides which conversation gets an inbound message, given the customer's newest one: a new one, the newest, or the
 * newest after it is reopened. A message of a blocked contact reopens nothing.
 */
export function placeOfInbound(
  { status }: Pick<StoredConversation, 'status'>,
  { threading }: ChannelSettings,
  { blocked }: { readonly blocked: boolean },
): 'new' | 'newest' | 'reopened' {
  if (blocked) return 'newest';
  if (status === 'closed' && threading === 'new_after_close') return 'new';
  return status === 'closed' || status === 'snoozed' ? 'reopened' : 'newest';
}
