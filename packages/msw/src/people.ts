import { addressVariants, type Channel, type IdentityKind } from '@parley/contract';
import { recordContactChange, recordContactCreated } from './events.ts';
import { changeRecord } from './records.ts';
import type { ContactRecord, IdentityRecord, Store } from './store.ts';

export interface Address {
  kind: IdentityKind;
  address: string;
}

export interface Person {
  contact: ContactRecord;
  identity: IdentityRecord;
}

export interface NewPerson {
  source: ContactRecord['source'];
  profileName?: string | undefined;
}

/** The contact behind an address of a channel; made where there is none. */
export function resolvePerson(
  store: Store,
  channel: Channel,
  address: Address,
  { source, profileName }: NewPerson,
): Person {
  const known = knownIdentity(store, channel, address);
  // Identities never outlive their contact.
  const owner = known
    ? (store.contacts.get(known.contactId) as ContactRecord)
    : ownerOf(store, address);
  const contact = owner ?? makeContact(store, address, { source, profileName });
  const identity =
    known?.address === address.address ? known : linkAddress(store, channel, address, contact.id);
  if (known && known !== identity) identity.profileName = known.profileName;
  if (profileName !== undefined) identity.profileName = profileName;
  if (!owner) recordContactCreated(store, contact);
  else if (profileName !== undefined) takeProfileName(store, owner, profileName);
  return { contact, identity };
}

/** Gives a contact one more address. */
export function linkAddress(
  store: Store,
  channel: Channel,
  { kind, address }: Address,
  contactId: string,
): IdentityRecord {
  const identity: IdentityRecord = {
    id: store.newId('identity'),
    channelType: channel.type,
    channelId: scopeOf(channel),
    kind,
    address,
    username: null,
    profileName: null,
    lastInboundAt: null,
    lastOutboundAt: null,
    contactId,
    sentSinceInbound: 0,
  };
  store.identities.set(keyOf(channel, { address }), identity);
  const others = store.identitiesByContact.get(contactId) ?? [];
  store.identitiesByContact.set(contactId, [...others, identity]);
  return identity;
}

/** A phone number is the same person on every WhatsApp channel; other ids belong to one channel. */
function scopeOf(channel: Channel): string | null {
  return channel.type === 'whatsapp' ? null : channel.id;
}

function keyOf(channel: Channel, { address }: Pick<Address, 'address'>): string {
  return `${channel.type} ${scopeOf(channel) ?? ''} ${address}`;
}

/** Stores a contact with its defaults. */
export function insertContact(
  store: Store,
  fields: Partial<ContactRecord> & Pick<ContactRecord, 'source'>,
): ContactRecord {
  const now = store.now();
  const contact: ContactRecord = {
    id: store.newId('contact'),
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
    lastInboundAt: null,
    lastOutboundAt: null,
    lastSeenAt: null,
    metadata: {},
    createdAt: now,
    updatedAt: now,
    ...fields,
  };
  store.contacts.set(contact.id, contact);
  return contact;
}

function knownIdentity(
  store: Store,
  channel: Channel,
  { kind, address }: Address,
): IdentityRecord | undefined {
  return addressVariants({ kind, address })
    .map((variant) => store.identities.get(keyOf(channel, { address: variant })))
    .find((identity) => identity !== undefined);
}

/** The contact with that phone number. */
function ownerOf(store: Store, { kind, address }: Address): ContactRecord | undefined {
  if (kind !== 'phone') return undefined;
  return addressVariants({ kind, address })
    .map((digits) => [...store.contacts.values()].find(({ phone }) => phone === `+${digits}`))
    .find((contact) => contact !== undefined);
}

function makeContact(
  store: Store,
  { kind, address }: Address,
  { source, profileName }: NewPerson,
): ContactRecord {
  const isPhone = kind === 'phone' && !address.startsWith('0');
  const phone = isPhone ? `+${address}` : null;
  return insertContact(store, { source, name: profileName ?? null, phone });
}

/** The name of the network stands in until a person sets one. */
function takeProfileName(store: Store, contact: ContactRecord, profileName: string): void {
  const isUnset = contact.name === null || contact.name === contact.phone;
  if (isUnset) changeContact(store, contact, { name: profileName });
}

/** Writes the changes into a contact; its conversations show it in short, so they change too. */
export function changeContact(
  store: Store,
  contact: ContactRecord,
  fields: Partial<ContactRecord>,
): void {
  const previous = changeRecord(contact, fields, store.now());
  if (!previous) return;
  if ('name' in previous || 'phone' in previous || 'avatarUrl' in previous) {
    for (const conversation of store.conversations.values()) {
      if (conversation.contactId === contact.id) conversation.updatedAt = store.now();
    }
  }
  recordContactChange(store, contact, previous);
}
