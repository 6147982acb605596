import {
  type Channel,
  type ContactMergeSuggestion,
  normalizeRecipient,
} from '@parley/contract/schemas';
import {
  type Address,
  addressOn,
  isFurtherAddress,
  newIdentity,
  phoneKeysOf,
  type StoredContact,
  type StoredIdentity,
} from '@parley/domain';
import { LRUCache } from 'lru-cache';
import { RunAgainError } from '../db/failures.ts';
import { lowest } from '../db/sort-keys.ts';
import { recordEvent } from '../events/service.ts';
import { recent } from '../recent.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { announceAddresses, contacts, takeRefusalsOf } from './records.ts';
import { contactsTable, type IdentityRow, identitiesTable } from './table.ts';

// Further addresses of a person who has a contact already.

const rememberedRecipients = 20_000;

/** The further addresses that need no change for a recipient, as this process last read them. */
const settled = new LRUCache<string, ReadonlySet<string>>(recent(rememberedRecipients));

/** A message, and the addresses that its network states for the recipient. */
export interface StatedRecipient {
  readonly message: { readonly contactId: string; readonly to: string | null };
  readonly channel: Pick<Channel, 'id' | 'type'>;
  readonly stated: readonly string[];
}

/**
 * Adds the addresses that a network states for the recipient of a message to the contact that has the address of the
 * message. An address of another contact stays there: as for an inbound message, a merge is suggested. Changes nothing when
 * no contact has the address of the message. Runs no statement when the network states only that address, or when this
 * process knows that the others are stored.
 */
export async function addStatedAddresses(
  ctx: TenantContext,
  { message, channel, stated }: StatedRecipient,
): Promise<void> {
  const { contactId, to } = message;
  const found = stated.map((address) => normalizeRecipient(channel.type, address));
  const further = found.flatMap((one) =>
    one.ok && one.address !== to ? [addressOn(channel, one)] : [],
  );
  if (to === null || further.length === 0) return;
  const key = `${ctx.db.tenantId} ${channel.id} ${contactId} ${to}`;
  const before = settled.get(key);
  // A response and its reports state different addresses.
  if (further.every(({ address }) => before?.has(address))) return;
  const known = await findKnown(ctx, to, further);
  if (known?.isChange) return await inTransaction(ctx, (ctx) => addFurther(ctx, to, further));
  const all = new Set([...(before ?? []), ...further.map(({ address }) => address)]);
  ctx.db.afterCommit(() => settled.set(key, all));
}

/** The identities of a recipient. */
interface Known {
  /** The identity with the address of the message. */
  readonly own: IdentityRow;
  /** The further addresses that no contact has. */
  readonly missing: readonly Address[];
  /** The further addresses that belong to other contacts. */
  readonly foreign: readonly IdentityRow[];
  /** The identities with which the own one can be joined. */
  readonly single: readonly IdentityRow[];
  /** Whether something must be written. */
  readonly isChange: boolean;
}

async function findKnown(
  ctx: TenantContext,
  to: string,
  further: readonly Address[],
): Promise<Known | undefined> {
  const [first] = further;
  if (!first) return undefined;
  const rows = await ctx.db
    .select(identitiesTable)
    .where({ channel_type: first.channelType, scope: first.channelId ?? lowest })
    .whereIn('address', [to, ...further.map(({ address }) => address)]);
  const byAddress = (wanted: string) => rows.find(({ address }) => address === wanted);
  const own = byAddress(to);
  if (!own) return undefined;
  const missing = further.filter(({ address }) => !byAddress(address));
  const foreign = rows.filter(({ contact_id }) => contact_id !== own.contact_id);
  const single = rows.filter(
    (row) => row !== own && row.other_address === null && (isPhone(row) || foreign.includes(row)),
  );
  const isJoined = own.other_address !== null || single.length === 0;
  const isSuggested = foreign.every((row) => mergeOf(own, row)[0].suggested_for !== null);
  const isChange = missing.length > 0 || !isJoined || !isSuggested;
  return { own, missing, foreign, single, isChange };
}

/** Returns the identity whose contact is probably to be merged, and the contact to merge it into. */
function mergeOf(own: IdentityRow, foreign: IdentityRow): [IdentityRow, mergeIntoId: string] {
  // A network's ID of the person takes precedence over a phone number, which may have a new owner.
  return foreign.kind === 'phone' ? [foreign, own.contact_id] : [own, foreign.contact_id];
}

async function addFurther(
  ctx: TenantContext,
  to: string,
  further: readonly Address[],
): Promise<void> {
  // Each run of the transaction reads it: the contact may have been merged or erased since the run before.
  const seen = await findKnown(ctx, to, further);
  if (!seen) return;
  const contact = await contacts.lock(ctx, seen.own.contact_id);
  const known = await findKnown(ctx, to, further);
  // Since the addresses were read, the contact was merged or erased, or another one has got the address of the message.
  if (!contact || known?.own.contact_id !== contact.id) throw new RunAgainError();
  const { own, missing, foreign, single } = known;
  for (const row of foreign) {
    const [identity, mergeIntoId] = mergeOf(own, row);
    // It may be suggested for the contact of another address.
    if (identity.suggested_for === null) await suggestMerge(ctx, identity, mergeIntoId);
  }
  const of = { profileName: own.profile_name, otherAddress: to };
  const added = await insertAliases(ctx, contact, missing, of);
  const [other] = [...added.map(identitiesTable.toRow), ...single].toSorted(
    (a, b) => Number(isPhone(b)) - Number(isPhone(a)),
  );
  if (other && own.other_address === null) {
    join(ctx, own, other.address);
    join(ctx, other, to);
  }
  await takeRefusalsOf(ctx, contact, added);
}

function join({ db }: TenantContext, { id }: Pick<IdentityRow, 'id'>, address: string): void {
  db.patch(identitiesTable, { id }, { other_address: address });
}

function isPhone({ kind }: Pick<StoredIdentity, 'kind'>): boolean {
  return kind === 'phone';
}

/**
 * Returns the address that a network stated together with this one, if the contact still has it. Messages from and to both
 * are in the same conversations.
 */
export async function otherAddressOf(
  ctx: TenantContext,
  identity: StoredIdentity,
): Promise<string[]> {
  const row = await otherRowOf(ctx, identity);
  return row?.contact_id === identity.contactId ? [row.address] : [];
}

/**
 * Returns the other contact that has the address which a network stated together with this one; undefined without one.
 * The two addresses name each other. If a number has a new owner, it does not.
 */
export async function otherContactOf(
  ctx: TenantContext,
  identity: StoredIdentity,
): Promise<string | undefined> {
  const row = await otherRowOf(ctx, identity);
  const isOther = row?.other_address === identity.address && row.contact_id !== identity.contactId;
  return isOther ? row.contact_id : undefined;
}

async function otherRowOf(
  ctx: TenantContext,
  { channelType, channelId, otherAddress: address }: StoredIdentity,
): Promise<IdentityRow | undefined> {
  if (address === null) return undefined;
  const ofChannel = { channel_type: channelType, scope: channelId ?? lowest };
  return await ctx.db
    .select(identitiesTable)
    .where({ ...ofChannel, address })
    .first();
}

/** Removes the address of a removed identity from the one with which it is joined. */
export async function separate(
  { db }: TenantContext,
  { channelType, channelId, address, otherAddress }: StoredIdentity,
): Promise<void> {
  if (otherAddress === null) return;
  const ofChannel = { channel_type: channelType, scope: channelId ?? lowest };
  const joined = { ...ofChannel, address: otherAddress, other_address: address };
  await db.update(identitiesTable, joined, { other_address: null });
}

/**
 * Records the event that the contact of an identity and another contact are probably one person; once for each pair.
 */
export async function suggestMerge(
  ctx: TenantContext,
  { id: identityId, contact_id: id, suggested_for }: IdentityRow,
  mergeIntoId: string,
): Promise<void> {
  if (suggested_for === mergeIntoId) return;
  // Another message may suggest the same merge at the same time.
  const before = { id: identityId, contact_id: id, suggested_for };
  const changed = await ctx.db.update(identitiesTable, before, { suggested_for: mergeIntoId });
  if (changed > 0) recordSuggestion(ctx, id, mergeIntoId);
}

function recordSuggestion(ctx: TenantContext, id: string, mergeIntoId: string): void {
  const suggestedAt = ctx.now().toISOString();
  const object: ContactMergeSuggestion = { id, mergeIntoId, suggestedAt };
  recordEvent(ctx, 'contact.merge_suggested', { object });
}

/**
 * Adds addresses to a contact, and returns those that no contact had. Suggests to merge the contact that has such an
 * address only as its `phone`: from now on, messages to this number belong to the other contact.
 */
export async function insertAliases(
  ctx: TenantContext,
  contact: StoredContact,
  missing: readonly Address[],
  {
    profileName,
    otherAddress = null,
  }: { profileName: string | null; otherAddress?: string | null },
): Promise<StoredIdentity[]> {
  if (missing.length === 0) return [];
  const { identities } = await contacts.show(ctx, contact);
  const added: StoredIdentity[] = [];
  for (const address of missing) {
    const made = { id: ctx.newId('idn'), at: ctx.now().toISOString() };
    const alias = newIdentity(address, made, { contactId: contact.id, profileName, otherAddress });
    const row = identitiesTable.toRow(alias);
    const key = ['channel_type', 'scope', 'address'] as const;
    if (await ctx.db.insertIfAbsent(identitiesTable, row, key)) added.push(alias);
  }
  const further = added.filter((one) => isFurtherAddress(contact, one));
  if (further.length > 0) await announceAddresses(ctx, contact, identities);
  const keys = further.flatMap(phoneKeysOf);
  if (keys.length === 0) return added;
  const owners = await ctx.db.select(contactsTable).whereIn('phone_key', keys).sortBy('id');
  for (const { id } of owners) recordSuggestion(ctx, id, contact.id);
  return added;
}
