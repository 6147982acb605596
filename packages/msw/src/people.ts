import { addressVariants, type IdentityKind } from '@parley/contract';
import {
  addressOn,
  contactOfAddress,
  decisionsOf,
  isFurtherAddress,
  nameFromProfile,
  newIdentity,
  type StoredChannel,
  type StoredContact,
  type StoredIdentity,
  soughtContact,
  suppressedAddresses,
  withConsent,
} from '@parley/domain';
import {
  changeAddresses,
  contactRecords,
  suppressionsOf,
  takeRefusals,
} from './contact-records.ts';
import type { Store } from './store.ts';
import { takeRoom } from './tenant-limits.ts';

export interface Address {
  kind: IdentityKind;
  address: string;
}

export interface Person {
  contact: StoredContact;
  identity: StoredIdentity;
}

export interface NewPerson {
  source: StoredContact['source'];
  profileName?: string | undefined;
}

/** Returns the contact of an address on a channel; undefined if there is none. */
export function findPerson(
  store: Store,
  channel: StoredChannel,
  address: Address,
): StoredContact | undefined {
  const known = knownIdentity(store, channel, address);
  return known ? store.contacts.get(known.contactId) : ownerOf(store, address);
}

/** Returns the contact that a message would create for an address, with the opt-outs that suppressions store for it. */
export function newcomer(store: Store, channel: StoredChannel, address: Address): StoredContact {
  const made = { id: '', at: store.now() };
  const contact = contactOfAddress(address, { source: 'api', profileName: undefined }, made);
  const suppressed = suppressedAddresses(null, [addressOn(channel, address)]);
  return decisionsOf(suppressionsOf(store, suppressed)).reduce(withConsent, contact);
}

/** Returns the contact of an address on a channel; creates it if there is none. */
export function resolvePerson(
  store: Store,
  channel: StoredChannel,
  address: Address,
  { source, profileName }: NewPerson,
): Person {
  const known = knownIdentity(store, channel, address);
  // A contact and its identities are removed together, so the contact exists.
  const owner = known
    ? (store.contacts.get(known.contactId) as StoredContact)
    : ownerOf(store, address);
  if (!owner) takeRoom(store, { name: 'contacts', isNeverRefused: source === 'inbound' });
  const made = { id: owner?.id ?? store.newId('contact'), at: store.now() };
  const contact = owner ?? contactOfAddress(address, { source, profileName }, made);
  const of = { contactId: contact.id, profileName: (known ?? { profileName }).profileName ?? null };
  const link = () => linkAddress(store, channel, address, of);
  const isFurther = owner && isFurtherAddress(owner, address);
  const add = () => (isFurther ? changeAddresses(store, owner, link) : link());
  const identity = known?.address === address.address ? known : add();
  if (profileName !== undefined) identity.profileName = profileName;
  if (!owner) contactRecords.add(store, contact);
  if (identity !== known) takeRefusals(store, contact, suppressedAddresses(null, [identity]));
  if (owner) {
    const name = nameFromProfile(owner, profileName);
    if (name !== undefined) contactRecords.save(store, owner, { name });
  }
  return { contact, identity };
}

/** Adds an address to a contact. */
export function linkAddress(
  store: Store,
  channel: Pick<StoredChannel, 'id' | 'type'>,
  address: Address,
  of: Parameters<typeof newIdentity>[2],
): StoredIdentity {
  const made = { id: store.newId('identity'), at: store.now() };
  const identity = newIdentity(addressOn(channel, address), made, of);
  store.identities.set(keyOf(channel, address), identity);
  const others = store.identitiesByContact.get(of.contactId) ?? [];
  store.identitiesByContact.set(of.contactId, [...others, identity]);
  return identity;
}

export function keyOf(
  channel: Pick<StoredChannel, 'id' | 'type'>,
  { kind, address }: Address,
): string {
  const { channelType, channelId } = addressOn(channel, { kind, address });
  return `${channelType} ${channelId ?? ''} ${address}`;
}

export function knownIdentity(
  store: Store,
  channel: Pick<StoredChannel, 'id' | 'type'>,
  { kind, address }: Address,
): StoredIdentity | undefined {
  return addressVariants({ kind, address })
    .map((variant) => store.identities.get(keyOf(channel, { kind, address: variant })))
    .find((identity) => identity !== undefined);
}

/** Returns the contact whose `phone` is this address; undefined if there is none. */
export function ownerOf(store: Store, address: Address): StoredContact | undefined {
  if (address.kind !== 'phone') return undefined;
  return contactRecords.holderOf(store, 'phone', soughtContact({ phone: address.address }));
}
