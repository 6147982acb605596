import {
  addressVariants,
  type ChannelType,
  type Contact,
  type Conversation,
  consentScope,
  type contactsRoutes,
  fold,
  type Identity,
  type IdentityKind,
  isVisible,
  normalizeRecipient,
  type UpdateContactBody,
} from '@parley/contract/schemas';
import { unknownConsent } from './consent-states.ts';
import { isReport, type Received } from './content.ts';
import { givenFields } from './fields.ts';
import {
  anyOf,
  anyOfOrNone,
  containing,
  custom,
  flagged,
  tagged,
  taggedAll,
  taggedNone,
  timed,
} from './filters.ts';
import { crudRules, type Made, patched, remaining } from './rules.ts';
import { withinTagLimit } from './tags.ts';
import { caselessKey } from './texts.ts';

/** A stored contact: without the fields that are derived from its identities. */
export type StoredContact = Omit<Contact, 'identities'>;

/** A stored address of a contact: without its windows, which depend on its conversations. */
export interface StoredIdentity extends Omit<Identity, 'window' | 'windows'> {
  readonly contactId: string;
  /** Another address of the person, which the network stated together with this one. Another contact may have it. */
  readonly otherAddress: string | null;
  readonly createdAt: string;
}

export const contactRules = crudRules<typeof contactsRoutes, StoredContact>({
  kind: 'contact',
  initial: (body, made) => changed(newContact(made, 'api'), body),
  changed,
  unique: {
    phone: ({ phone }) => phone && phoneKey(phone),
    email: ({ email }) => email && caselessKey(email),
    externalId: ({ externalId }) => externalId,
  },
  references: { ownerId: 'user' },
  events: { created: 'contact.created' },
  changeEvents: ({ tags, consent, blocked, ...others }, after) => [
    ...(consent ? consentEvents(consent, after.consent) : []),
    ...remaining<StoredContact>(
      after.blocked ? 'contact.blocked' : 'contact.unblocked',
      givenFields({ blocked }),
    ),
    ...remaining<StoredContact>('contact.tags_changed', givenFields({ tags })),
    ...remaining<StoredContact>('contact.updated', others),
  ],
  filters: {
    q: containing(
      (contact) => [
        contact.name,
        fullName(contact),
        contact.phone,
        contact.email,
        contact.externalId,
      ],
      formsOfNumber,
    ),
    phone: anyOf('phone', phoneKey),
    email: anyOf('email', caselessKey),
    externalId: anyOf('externalId'),
    tag: tagged('tags'),
    tagAll: taggedAll('tags'),
    tagNone: taggedNone('tags'),
    lifecycle: anyOf('lifecycle'),
    ownerId: anyOfOrNone('ownerId'),
    channelType: custom,
    windowOpen: custom,
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

function changed(before: StoredContact, body: UpdateContactBody): StoredContact {
  return withinTagLimit(before, patched(before, body));
}

const optedOut = 'contact.opted_out';
const optedIn = 'contact.opted_in';

/** Returns the event of a changed consent, or none when only the time of a decision changed. */
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

/**
 * Returns whether an inbound message restores its archived contact. Reports of the network do not, and a blocked contact
 * stays archived.
 */
export function isRestoredByMessage(
  { archivedAt, blocked }: StoredContact,
  message: Received,
): boolean {
  return archivedAt !== null && !blocked && !isReport(message);
}

/** An address on a network, in the form that identifies a contact. */
export interface Address {
  readonly channelType: ChannelType;
  /**
   * The channel on which the address is valid; null for one that is valid on all channels of the type, such as a phone
   * number.
   */
  readonly channelId: string | null;
  readonly kind: IdentityKind;
  readonly address: string;
}

/** Returns the address by which a channel identifies its customer. */
export function addressOn(
  channel: { readonly id: string; readonly type: ChannelType },
  { kind, address }: Pick<Address, 'kind' | 'address'>,
): Address {
  const channelId = channel.type === 'whatsapp' ? null : channel.id;
  return { channelType: channel.type, channelId, kind, address };
}

/** Returns the new contact for an unknown address. If the address is a phone number, the contact gets it as `phone`. */
export function contactOfAddress(
  { kind, address }: Pick<Address, 'kind' | 'address'>,
  { source, profileName }: { source: Contact['source']; profileName: string | undefined },
  made: Made,
): StoredContact {
  const isPhone = kind === 'phone' && !address.startsWith('0');
  const phone = isPhone ? `+${address}` : null;
  return { ...newContact(made, source), name: nameIn(profileName) ?? null, phone };
}

/** Returns all forms of a phone number without its `+`, such as a Brazilian mobile number with and without its 9. */
export function phoneForms(phone: string): string[] {
  return addressVariants({ kind: 'phone', address: phone.replace(/^\+/, '') });
}

/** Returns the forms of a phone number without separators; none when the text is not a phone number with country code. */
function formsOfNumber(text: string): string[] {
  const number = normalizeRecipient('whatsapp', text);
  if (!number.ok || number.kind !== 'phone') return [];
  const plus = /^[+\uFF0B]/.test(text) ? '+' : '';
  return phoneForms(number.address).map((form) => plus + form);
}

/** Returns the same key for all forms of a phone number. */
export function phoneKey(phone: string): string {
  return phoneForms(phone).reduce((longest, form) =>
    form.length > longest.length ? form : longest,
  );
}

/** Returns the `phoneKey` of an address in a list; an empty list when the address is not a phone number. */
export function phoneKeysOf({ kind, address }: Pick<Address, 'kind' | 'address'>): string[] {
  return kind === 'phone' ? [phoneKey(address)] : [];
}

/**
 * Returns whether an address is another one than the phone number of the contact. A message that adds such an address
 * changes the contact. The address of its own number follows from `phone`: an event of it would make the first message
 * of a campaign to each contact slower.
 */
export function isFurtherAddress(
  { phone }: StoredContact,
  address: Pick<Address, 'kind' | 'address'>,
): boolean {
  return phone === null || !phoneKeysOf(address).includes(phoneKey(phone));
}

export function newIdentity(
  address: Address,
  { id, at }: Made,
  {
    contactId,
    profileName,
    otherAddress = null,
  }: Pick<StoredIdentity, 'contactId' | 'profileName'> & { readonly otherAddress?: string | null },
): StoredIdentity {
  return {
    id,
    ...address,
    username: null,
    profileName,
    lastInboundAt: null,
    lastOutboundAt: null,
    contactId,
    otherAddress,
    createdAt: at,
  };
}

/** Returns the name to show for a contact: `name`, or else `firstName` and `lastName`; null without any of them. */
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

/** Returns the name that a contact gets from a profile name; undefined when a user has set the name, which stays. */
export function nameFromProfile(
  contact: StoredContact,
  profileName: string | undefined,
): string | undefined {
  const known = displayName(contact);
  const isUnnamed = known === null || !isVisible(known) || known === contact.phone;
  return isUnnamed ? nameIn(profileName) : undefined;
}

/** Returns the name in a profile; undefined when people cannot see it, because it has only invisible characters. */
function nameIn(profileName = ''): string | undefined {
  return isVisible(profileName) ? profileName.trim() : undefined;
}

/** Returns the contact's summary, which conversations show. */
export function summaryOf(contact: StoredContact): Conversation['contact'] {
  const { id, phone, avatarUrl } = contact;
  return { id, name: displayName(contact), phone, avatarUrl };
}
