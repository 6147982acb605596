import {
  addressVariants,
  type ChannelType,
  type Contact,
  type Conversation,
  type CreateContactBody,
  consentScope,
  conversationWindow,
  type Identity,
  type IdentityKind,
  type ListContactsQuery,
  type UpdateContactBody,
  type WindowInput,
} from '@parley/contract/schemas';
import { unknownConsent } from './consent-states.ts';
import type { StoredConversation } from './conversations.ts';
import { anyOf, anyOfOrNone, containing, custom, flagged, tagged, timed } from './filters.ts';
import { defineRules, type Made, patched, remaining } from './rules.ts';
import { caselessKey, fold } from './texts.ts';

/** A contact without the fields derived from its identities. */
export type StoredContact = Omit<Contact, 'identities'>;

/** An address of a contact without its windows, which belong to its conversations. */
export interface StoredIdentity extends Omit<Identity, 'window' | 'windows'> {
  readonly contactId: string;
  readonly createdAt: string;
}

export const contactRules = defineRules<
  StoredContact,
  CreateContactBody,
  UpdateContactBody,
  ListContactsQuery
>({
  kind: 'contact',
  initial: (body, made) => patched(newContact(made, 'api'), body),
  unique: {
    phone: ({ phone }) => phone && phoneKey(phone),
    email: ({ email }) => email && caselessKey(email),
    externalId: ({ externalId }) => externalId,
  },
  references: { ownerId: 'user' },
  events: { created: 'contact.created' },
  changeEvents: ({ tags, consent, blocked, ...others }, after) => [
    ...(consent ? consentEvents(consent, after.consent) : []),
    ...(blocked === undefined
      ? []
      : [
          {
            type: after.blocked ? 'contact.blocked' : 'contact.unblocked',
            previous: { blocked },
          } as const,
        ]),
    ...(tags ? [{ type: 'contact.tags_changed', previous: { tags } } as const] : []),
    ...remaining<StoredContact>('contact.updated', others),
  ],
  filters: {
    q: containing((contact) => [
      contact.name,
      fullName(contact),
      contact.phone,
      contact.email,
      contact.externalId,
    ]),
    phone: anyOf('phone', phoneKey),
    email: anyOf('email', caselessKey),
    externalId: anyOf('externalId'),
    tag: tagged('tags'),
    lifecycle: anyOf('lifecycle'),
    ownerId: anyOfOrNone('ownerId'),
    channelType: custom,
    consent: custom,
    customField: custom,
    blocked: flagged('blocked'),
    archived: timed('archivedAt'),
  },
  sortKeys: {
    name: (contact) => {
      const name = displayName(contact);
      return name && fold(name);
    },
  },
});

const optedOut = 'contact.opted_out';
const optedIn = 'contact.opted_in';

/** The event of a change of consent; none where only the time of a decision moved. */
function consentEvents(before: Contact['consent'], after: Contact['consent']) {
  const changed = consentScope.options.filter(
    (scope) => before[scope].status !== after[scope].status,
  );
  if (changed.length === 0) return [];
  const isRefused = changed.some((scope) => after[scope].status === 'opted_out');
  return [{ type: isRefused ? optedOut : optedIn, previous: { consent: before } } as const];
}

export function newContact({ id, at }: Made, source: Contact['source']): StoredContact {
  return {
    id,
    name: null,
    firstName: null,
    lastName: null,
    phone: null,
    email: null,
    externalId: null,
    language: null,
    country: null,
    timezone: null,
    avatarUrl: null,
    lifecycle: 'lead',
    ownerId: null,
    tags: [],
    customFields: {},
    consent: unknownConsent,
    blocked: false,
    source,
    lastInboundAt: null,
    lastOutboundAt: null,
    lastSeenAt: null,
    metadata: {},
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  };
}

/** The contact archived at a time, or no longer. A repeat keeps the time. */
export function archivedAs(archived: boolean) {
  return (before: StoredContact, at: string): StoredContact => ({
    ...before,
    archivedAt: archived ? (before.archivedAt ?? at) : null,
  });
}

/** Whether a message from the contact restores it: people who write are in the list again, unless they are blocked. */
export function isRestoredByMessage({ archivedAt, blocked }: StoredContact): boolean {
  return archivedAt !== null && !blocked;
}

/** An address on the networks, as it identifies a person. */
export interface Address {
  readonly channelType: ChannelType;
  /** Null when the address is valid on every channel of the type: a phone number on WhatsApp. */
  readonly channelId: string | null;
  readonly kind: IdentityKind;
  readonly address: string;
}

/** The address by which a person is known on a channel. */
export function addressOn(
  channel: { readonly id: string; readonly type: ChannelType },
  { kind, address }: Pick<Address, 'kind' | 'address'>,
): Address {
  const channelId = channel.type === 'whatsapp' ? null : channel.id;
  return { channelType: channel.type, channelId, kind, address };
}

/** The new contact for an unknown address, with its phone number if the address is one. */
export function contactOfAddress(
  { kind, address }: Pick<Address, 'kind' | 'address'>,
  { source, profileName }: { source: Contact['source']; profileName: string | undefined },
  made: Made,
): StoredContact {
  const isPhone = kind === 'phone' && !address.startsWith('0');
  const phone = isPhone ? `+${address}` : null;
  return { ...newContact(made, source), name: profileName ?? null, phone };
}

/** One key for all forms of a phone number, such as a Brazilian mobile number with and without its 9. */
export function phoneKey(phone: string): string {
  const forms = addressVariants({ kind: 'phone', address: phone.replace(/^\+/, '') });
  return forms.reduce((longest, form) => (form.length > longest.length ? form : longest));
}

/** The `phoneKey` of a contact to which an address would belong. */
export function phoneKeysOf({ kind, address }: Pick<Address, 'kind' | 'address'>): string[] {
  return kind === 'phone' ? [phoneKey(address)] : [];
}

export function newIdentity(
  address: Address,
  { id, at }: Made,
  { contactId, profileName }: Pick<StoredIdentity, 'contactId' | 'profileName'>,
): StoredIdentity {
  return {
    id,
    ...address,
    username: null,
    profileName,
    lastInboundAt: null,
    lastOutboundAt: null,
    contactId,
    createdAt: at,
  };
}

/** The newest conversation with an address on a channel, as far as its window depends on it. */
export type Exchange = Pick<
  StoredConversation,
  'contactId' | 'channelId' | 'channelType' | 'address' | keyof WindowInput
>;

const unknownWindow = { open: null, expiresAt: null, remaining: null };

/** The identity as the API shows it at a time, given the exchanges of its contact. */
export function identityOf(
  { contactId: _contact, createdAt: _at, ...identity }: StoredIdentity,
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
  // A window that is open on one channel says nothing of another.
  const { channelId: _channel, ...window } = { channelId: null, ...(own ?? unknownWindow) };
  return { ...identity, window, windows };
}

/** Returns the name to show for a contact: `name`, or else `firstName` and `lastName`. */
export function displayName({
  name,
  firstName,
  lastName,
}: Pick<StoredContact, 'name' | 'firstName' | 'lastName'>): string | null {
  return name ?? fullName({ firstName, lastName });
}

function fullName({
  firstName,
  lastName,
}: Pick<StoredContact, 'firstName' | 'lastName'>): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The name that a profile name gives a contact; undefined where a person has set one, which stays. */
export function nameFromProfile(
  contact: StoredContact,
  profileName: string | undefined,
): string | undefined {
  const known = displayName(contact);
  return known === null || known === contact.phone ? profileName : undefined;
}

/** The summary of a contact in conversations. */
export function summaryOf(contact: StoredContact): Conversation['contact'] {
  const { id, phone, avatarUrl } = contact;
  return { id, name: displayName(contact), phone, avatarUrl };
}
