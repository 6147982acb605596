import { addressVariants, type Contact } from '@parley/contract/schemas';
import {
  type Address,
  contactOfAddress,
  contactRules,
  identityOf,
  isSame,
  later,
  nameFromProfile,
  newIdentity,
  phonesOf,
  type StoredContact,
  type StoredIdentity,
  summaryOf,
} from '@parley/domain';
import { updateContactSummary } from '../conversations/threads.ts';
import { defineRecords } from '../crud/records.ts';
import { RunAgainError } from '../db/failures.ts';
import { lowest } from '../db/sort-keys.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { requireUser } from '../users/service.ts';
import { readAddresses } from './statements/read-addresses.ts';
import { contactsTable, identitiesTable } from './table.ts';

export const contacts = defineRecords(contactsTable, contactRules, {
  references: { ownerId: requireUser },
  complete: withIdentities,
  fresh: (contact) => ({ ...contact, identities: [] }),
  filters: {
    channelType: (types, sql) =>
      `exists (select 1 ${sql.rowsOf(
        identitiesTable,
        () => `contact_id = contacts.id and ${sql.isAnyOf('channel_type', types)}`,
      )})`,
  },
  async saved(ctx, after, before) {
    const summary = summaryOf(after);
    if (!isSame(summary, summaryOf(before))) await updateContactSummary(ctx, summary);
  },
});

interface Found {
  contact: StoredContact;
  identityId: string;
  /** Made in this transaction. */
  isNew: boolean;
}

/**
 * Returns the contact of an address, and creates it if there is none; in a transaction, which runs again when another
 * one creates it.
 */
export async function resolveContact(
  ctx: TenantContext,
  address: Address,
  source: 'api' | 'inbound',
  profileName: string | undefined,
): Promise<Found> {
  const known = await findByAddress(ctx, address);
  if (known) return await withProfile(ctx, known, profileName);
  return await addIdentity(ctx, address, source, profileName);
}

/** Notes on a contact and its address when it last wrote. The times never go back. */
export async function noteInbound(
  ctx: TenantContext,
  { contact, identityId }: Found,
  at: string,
): Promise<void> {
  await ctx.db.update(
    contactsTable,
    { id: contact.id },
    {
      last_inbound_at: later(contact.lastInboundAt, at),
      last_seen_at: later(contact.lastSeenAt, at),
    },
  );
  const known = await ctx.db.select(identitiesTable).where({ id: identityId }).first();
  const last_inbound_at = later(known?.last_inbound_at ?? null, at);
  await ctx.db.update(identitiesTable, { id: identityId }, { last_inbound_at });
}

async function findByAddress(ctx: TenantContext, address: Address): Promise<Found | undefined> {
  const variants = addressVariants(address);
  const rows = await ctx.db
    .select(identitiesTable)
    .where({ channel_type: address.channelType, scope: address.channelId ?? lowest })
    .whereIn('address', variants);
  const row = variants
    .map((variant) => rows.find((identity) => identity.address === variant))
    .find((found) => found !== undefined);
  const contact = row && (await contacts.lock(ctx, row.contact_id));
  if (!contact) return undefined;
  if (row.address === address.address) return { contact, identityId: row.id, isNew: false };
  const alias = newIdentity(address, madeNow(ctx), {
    contactId: contact.id,
    profileName: row.profile_name,
  });
  const isFree = await insertAlias(ctx, alias);
  return { contact, identityId: isFree ? alias.id : row.id, isNew: false };
}

/** Adds an unknown address to the contact with that phone number, or to a new contact. */
async function addIdentity(
  ctx: TenantContext,
  address: Address,
  source: 'api' | 'inbound',
  profileName: string | undefined,
): Promise<Found> {
  const owner = await lockOwner(ctx, phonesOf(address));
  const made = { id: ctx.newId('con'), at: ctx.now().toISOString() };
  const contact = owner ?? contactOfAddress(address, { source, profileName }, made);
  if (!owner) ctx.db.insertNew(contactsTable, contactsTable.toRow(contact), findIt);
  const identity = newIdentity(address, madeNow(ctx), {
    contactId: contact.id,
    profileName: profileName ?? null,
  });
  ctx.db.insertNew(identitiesTable, identitiesTable.toRow(identity), findIt);
  const found = { contact, identityId: identity.id, isNew: !owner };
  if (owner) return await withProfile(ctx, found, profileName);
  const identities = [identityOf(identity, [], ctx.now().getTime())];
  contacts.announce(ctx, contact, { ...contact, identities });
  return found;
}

/** Another transaction has made the contact or the address since it was looked for. */
const findIt = async () => new RunAgainError();

/** The contact with the likeliest of these phone numbers, under its lock: other changes are not undone. */
async function lockOwner(
  ctx: TenantContext,
  phones: readonly string[],
): Promise<StoredContact | undefined> {
  if (phones.length === 0) return undefined;
  const rows = await ctx.db.select(contactsTable).whereIn('phone', phones);
  const row = phones
    .map((phone) => rows.find((contact) => contact.phone === phone))
    .find((found) => found !== undefined);
  return row && (await contacts.lock(ctx, row.id));
}

async function withProfile(
  ctx: TenantContext,
  found: Found,
  profileName: string | undefined,
): Promise<Found> {
  if (profileName === undefined) return found;
  await ctx.db.update(identitiesTable, { id: found.identityId }, { profile_name: profileName });
  const { contact } = found;
  const name = nameFromProfile(contact, profileName);
  if (name === undefined) return found;
  return { ...found, contact: await contacts.save(ctx, contact, { ...contact, name }) };
}

/** False when the address exists. */
async function insertAlias(ctx: TenantContext, identity: StoredIdentity): Promise<boolean> {
  const row = identitiesTable.toRow(identity);
  return await ctx.db.insertIfAbsent(identitiesTable, row, ['channel_type', 'scope', 'address']);
}

async function withIdentities(
  ctx: TenantContext,
  stored: readonly StoredContact[],
): Promise<Contact[]> {
  if (stored.length === 0) return [];
  const contactIds = stored.map(({ id }) => id);
  const { identities, exchanges } = await ctx.db.run(readAddresses, contactIds);
  const nowMs = ctx.now().getTime();
  return stored.map((contact) => {
    const isOwn = ({ contactId }: { contactId: string }) => contactId === contact.id;
    const own = exchanges.filter(isOwn);
    return {
      ...contact,
      identities: identities.filter(isOwn).map((identity) => identityOf(identity, own, nowMs)),
    };
  });
}

function madeNow(ctx: TenantContext) {
  return { id: ctx.newId('idn'), at: ctx.now().toISOString() };
}
