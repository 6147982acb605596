import {
  addressVariants,
  conversationWindow,
  type ErrorRule,
  type Identity,
  identityLimits,
  type LinkIdentityBody,
  ServiceError,
  type WindowInput,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { type Address, addressOn, type StoredIdentity } from './contacts.ts';
import type { StoredConversation } from './conversations.ts';
import { conflict, violation } from './refusals.ts';
import { recipientOn } from './sending.ts';

/**
 * Returns the address that a request adds to a contact. Throws SVC-RECIPIENT-INVALID when the network has no such
 * address, and SVC-RULE-VIOLATION when the channel is missing or belongs to another network.
 */
export function linkedAddress(
  { channelType, address }: LinkIdentityBody,
  channel: Pick<StoredChannel, 'id' | 'type'> | undefined,
): Address {
  const refuse = (rule: ErrorRule) => violation(rule, 'channelId');
  if (!channel && channelType !== 'whatsapp') throw refuse('required');
  if (channel && channel.type !== channelType) throw refuse('channel_of_network');
  return addressOn({ id: channel?.id ?? '', type: channelType }, recipientOn(channelType, address));
}

/** Throws SVC-LIMIT-REACHED when a contact with `count` identities would get more than the maximum. */
export function checkIdentityLimit(count: number, added: number): void {
  const max = identityLimits.ofContact;
  if (added > 0 && count + added > max)
    throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'identities', max });
}

/**
 * Returns whether the contact has an address. `known` is the identity with the address; without one, the identity with
 * another form of it. `owner` is the contact with this `phone`. Throws SVC-CONFLICT when another contact has the address.
 */
export function hasAddress(
  contactId: string,
  known: Pick<StoredIdentity, 'contactId'> | undefined,
  owner: { readonly id: string } | undefined,
): boolean {
  if (known?.contactId === contactId) return true;
  if (known) {
    const taken = { field: 'address', existingId: known.contactId };
    throw conflict('contact', taken, 'Unlink it there, or merge the contacts.');
  }
  if (!owner || owner.id === contactId) return false;
  const taken = { field: 'phone', existingId: owner.id };
  throw conflict('contact', taken, 'Change it there, or merge the contacts.');
}

/** Throws SVC-IN-USE for an identity that has conversations: further messages from its address go into them. */
export function checkUnused(id: string, conversations: number): void {
  if (conversations === 0) return;
  const message =
    'The address has conversations, which its next messages continue. To move both, merge the contacts.';
  const details = { resource: 'identity', id, references: { conversations } };
  throw new ServiceError('SVC-IN-USE', details, { message });
}

/** The fields of the newest conversation with an address on a channel from which the window is computed. */
export type Exchange = Pick<
  StoredConversation,
  'contactId' | 'channelId' | 'channelType' | 'address' | keyof WindowInput
>;

const unknownWindow = { open: null, expiresAt: null, remaining: null };

/**
 * Returns the identity as the API shows it at a time. Its windows follow from the newest conversations of its contact.
 */
export function identityOf(
  { contactId: _contact, createdAt: _at, otherAddress: _other, ...identity }: StoredIdentity,
  exchanges: readonly Exchange[],
  nowMs: number,
): Identity {
  const addresses = addressVariants(identity);
  const windows = exchanges
    .filter(({ channelType, address }) => {
      return channelType === identity.channelType && addresses.includes(address);
    })
    .filter(({ channelId }) => identity.channelId === null || identity.channelId === channelId)
    .map((exchange) => {
      const { open, expiresAt, remaining } = conversationWindow(
        exchange.channelType,
        exchange,
        nowMs,
      );
      return { channelId: exchange.channelId, open, expiresAt, remaining };
    });
  const [own] = identity.channelId === null ? [] : windows;
  // An open window on one channel does not open the window on another.
  const { channelId: _channel, ...window } = { channelId: null, ...(own ?? unknownWindow) };
  return { ...identity, window, windows };
}
