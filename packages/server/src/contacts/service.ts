import { addressVariants, type ChannelType } from '@parley/contract/schemas';
import {
  type Address,
  type ConsentChange,
  contactOfAddress,
  givenFields,
  identityOf,
  isFurtherAddress,
  later,
  nameFromProfile,
  newIdentity,
  phoneKeysOf,
  type StoredContact,
  type StoredIdentity,
  suppressedAddresses,
} from '@parley/domain';
import { RunAgainError } from '../db/failures.ts';
import { lowest } from '../db/sort-keys.ts';
import { findSuppressions } from '../suppressions/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { takeRoom } from '../tenants/limits.ts';
import { insertAliases, otherContactOf, suggestMerge } from './aliases.ts';
import { announceAddresses, contacts, takeRefusals, takeRefusalsOf } from './records.ts';
import { contactsTable, identitiesTable } from './table.ts';

/** The contact of a person with one or more addresses. */
export interface FoundContact {
  contact: StoredContact;
  /** The identity of the first of the addresses. */
  identity: StoredIdentity;
  /** Whether this transaction has created the contact. */
  isNew: boolean;
  /** The given addresses that belong to other contacts, with the IDs of these contacts. */
  foreign: ReadonlyMap<string, string>;
}

/** The name of a person on a network, as the network reports it. */
export interface Profile {
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

/** The addresses of one person on one channel. The first is the address of the message. */
export type Addresses = readonly [Address, ...Address[]];

/**
 * Returns the contact of a person, and creates it if there is none. Call it in a transaction: it runs again when
 * another transaction creates the contact first.
 */
export async function resolveContact(
  ctx: TenantContext,
  addresses: Addresses,
  source: 'api' | 'inbound',
  profile: Profile = {},
): Promise<FoundContact> {
  const known = await findByAddresses(ctx, addresses);
  if (known) return await withProfile(ctx, known, profile);
  return await addIdentities(ctx, addresses, source, profile);
}

/**
 * Records a decision of a person, and returns the contact as it was before. An opt-out is also recorded for the other
 * contacts that have an address of this person. An opt-in is not: these contacts may have opted out for somebody else.
 */
export async function decideForPerson(
  ctx: TenantContext,
  { contact: { id }, identity, foreign }: FoundContact,
  decision: ConsentChange,
): Promise<StoredContact> {
  const stated = decision.status === 'opted_in' ? undefined : await otherContactOf(ctx, identity);
  const before = await contacts.take(ctx, id);
  await contacts.decide(ctx, before, decision);
  if (decision.status === 'opted_in') return before;
  const others = new Set(foreign.values());
  if (stated !== undefined) others.add(stated);
  for (const otherId of others) {
    const other = await contacts.lock(ctx, otherId);
    // The contact was merged or erased since the address was read.
    if (!other) throw new RunAgainError();
    await contacts.decide(ctx, other, decision);
  }
  return before;
}

/**
 * Returns the identity of a found contact as it is under the lock of the contact. The transaction runs again when the
 * contact has lost the address since it was found. Call it in each transaction that writes a conversation of the address:
 * a conversation of an address that no contact has would refuse all later messages.
 */
export async function lockedIdentity(
  ctx: TenantContext,
  { contact, identity, isNew }: FoundContact,
): Promise<StoredIdentity> {
  if (isNew) return identity;
  const own = { id: identity.id, contact_id: contact.id };
  const row = await ctx.db.select(identitiesTable).where(own).first();
  if (!row) throw new RunAgainError();
  return identitiesTable.toRecord(row);
}

/**
 * Records when a contact last wrote, for the contact and for its address. An earlier time than the stored one changes
 * nothing.
 */
export function noteInbound(
  ctx: TenantContext,
  contact: StoredContact,
  { identity, at }: { identity: StoredIdentity; at: string },
): void {
  const ofContact = {
    last_inbound_at: later(contact.lastInboundAt, at),
    last_seen_at: later(contact.lastSeenAt, at),
  };
  ctx.db.patch(contactsTable, { id: contact.id }, ofContact);
  const last_inbound_at = later(identity.lastInboundAt, at);
  ctx.db.patch(identitiesTable, { id: identity.id }, { last_inbound_at });
}

/**
 * Records when a contact last got a message, for the contact and for its address. An earlier time than the stored one
 * changes nothing.
 */
export async function noteOutbound(
  ctx: TenantContext,
  found: FoundContact,
  at: string,
): Promise<void> {
  const { id, lastOutboundAt } = found.contact;
  await ctx.db.update(contactsTable, { id }, { last_outbound_at: later(lastOutboundAt, at) });
  const identity = await lockedIdentity(ctx, found);
  const last_outbound_at = later(identity.lastOutboundAt, at);
  await ctx.db.update(identitiesTable, { id: identity.id }, { last_outbound_at });
}

/** Returns the phone numbers of a contact on a channel. */
export async function phonesOf(
  ctx: TenantContext,
  contactId: string,
  channel: { readonly id: string; readonly type: ChannelType },
): Promise<string[]> {
  const rows = await ctx.db
    .select(identitiesTable)
    .where({ contact_id: contactId, channel_type: channel.type, kind: 'phone' })
    .whereIn('scope', [lowest, channel.id]);
  return rows.map(({ address }) => address);
}

/** Stores the names that the provider has for an address. Call it in a transaction. */
export async function fillProfile(
  ctx: TenantContext,
  identityId: string,
  profile: Profile,
): Promise<void> {
  const row = await ctx.db.select(identitiesTable).where({ id: identityId }).first();
  if (!row) return;
  const contact = await contacts.lock(ctx, row.contact_id);
  // The contact was merged or erased since the address was read.
  if (!contact) throw new RunAgainError();
  const identity = identitiesTable.toRecord(row);
  await withProfile(ctx, { contact, identity, isNew: false, foreign: new Map() }, profile);
}

/**
 * Finds the contact that has any of the addresses; returns undefined without one. A network's ID of the person takes
 * precedence over a phone number, which may have a new owner. The contact also gets the addresses that no contact has.
 */
async function findByAddresses(
  ctx: TenantContext,
  addresses: Addresses,
): Promise<FoundContact | undefined> {
  const [used] = addresses;
  const candidates = [...addresses]
    .sort((a, b) => Number(a.kind === 'phone') - Number(b.kind === 'phone'))
    .flatMap(addressVariants);
  const rows = await ctx.db
    .select(identitiesTable)
    .where({ channel_type: used.channelType, scope: used.channelId ?? lowest })
    .whereIn('address', candidates);
  const byAddress = (address: string) => rows.find((row) => row.address === address);
  const row = candidates.map(byAddress).find((found) => found !== undefined);
  const contact = row && (await contacts.lock(ctx, row.contact_id));
  if (!contact) return undefined;
  const own = new Map<string, StoredIdentity>();
  const foreign = rows.filter(({ contact_id }) => contact_id !== contact.id);
  for (const one of rows)
    if (!foreign.includes(one)) own.set(one.address, identitiesTable.toRecord(one));
  for (const one of foreign) await suggestMerge(ctx, one, contact.id);
  const missing = addresses.filter(({ address }) => !byAddress(address));
  const added = await insertAliases(ctx, contact, missing, {
    profileName: row.profile_name,
  });
  for (const alias of added) own.set(alias.address, alias);
  return {
    contact: await takeRefusalsOf(ctx, contact, added),
    identity: own.get(used.address) ?? identitiesTable.toRecord(row),
    isNew: false,
    foreign: new Map(foreign.map(({ address, contact_id }) => [address, contact_id])),
  };
}

/** Adds addresses that no contact has: to the contact with this phone number, or to a new one. */
async function addIdentities(
  ctx: TenantContext,
  addresses: Addresses,
  source: 'api' | 'inbound',
  profile: Profile,
): Promise<FoundContact> {
  const [used, ...aliases] = addresses;
  const owner = await lockOwner(ctx, addresses.flatMap(phoneKeysOf));
  const made = { id: ctx.newId('con'), at: ctx.now().toISOString() };
  const naming = addresses.find(({ kind }) => kind === 'phone') ?? used;
  const { name: profileName, username = null } = profile;
  const contact = owner ?? contactOfAddress(naming, { source, profileName }, made);
  const newOf = (address: Address): StoredIdentity => {
    const of = { contactId: contact.id, profileName: profileName ?? null };
    return { ...newIdentity(address, madeNow(ctx), of), username };
  };
  const identity = newOf(used);
  const stored = [identity, ...aliases.map(newOf)];
  const [refusals, before] = await Promise.all([
    findSuppressions(ctx, suppressedAddresses(null, stored)),
    owner && stored.some((one) => isFurtherAddress(owner, one)) && contacts.show(ctx, owner),
    owner || takeRoom(ctx, { name: 'contacts', isNeverRefused: source === 'inbound' }),
  ]);
  if (!owner) ctx.db.insertNew(contactsTable, contactsTable.toRow(contact), findIt);
  for (const identity of stored) {
    ctx.db.insertNew(identitiesTable, identitiesTable.toRow(identity), findIt);
  }
  const found = { contact, identity, isNew: !owner, foreign: new Map<string, string>() };
  if (before) await announceAddresses(ctx, contact, before.identities);
  if (!owner) {
    const identities = stored.map((identity) => identityOf(identity, [], ctx.now().getTime()));
    contacts.announce(ctx, { ...contact, identities });
  }
  const refusing = await takeRefusals(ctx, contact.id, refusals);
  if (refusing) found.contact = await contacts.take(ctx, contact.id);
  return owner ? await withProfile(ctx, found, profile) : found;
}

/**
 * Returns the error that runs the transaction again, because another transaction has created the contact or the address
 * since the search.
 */
const findIt = async () => new RunAgainError();

/**
 * Returns and locks the contact that has the first of these phone numbers which a contact has; undefined without one.
 */
async function lockOwner(
  ctx: TenantContext,
  keys: readonly string[],
): Promise<StoredContact | undefined> {
  if (keys.length === 0) return undefined;
  const rows = await ctx.db.select(contactsTable).whereIn('phone_key', keys);
  const row = keys
    .map((key) => rows.find((contact) => contact.phone_key === key))
    .find((found) => found !== undefined);
  return row && (await contacts.lock(ctx, row.id));
}

async function withProfile(
  ctx: TenantContext,
  found: FoundContact,
  { name: profileName, username }: Profile,
): Promise<FoundContact> {
  const identity = { ...found.identity, ...givenFields({ profileName, username }) };
  const cells = identitiesTable.toPatch(found.identity, identity);
  if (Object.keys(cells).length > 0) ctx.db.patch(identitiesTable, { id: identity.id }, cells);
  const { contact } = found;
  const name = nameFromProfile(contact, profileName);
  if (name === undefined) return { ...found, identity };
  return { ...found, identity, contact: await contacts.save(ctx, contact, { ...contact, name }) };
}

function madeNow(ctx: TenantContext) {
  return { id: ctx.newId('idn'), at: ctx.now().toISOString() };
}
