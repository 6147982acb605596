import {
  type ChannelType,
  type Contact,
  conversationWindow,
  type Identity,
  type ListContactsQuery,
  type Page,
} from '@parley/contract/schemas';
import { fromJson, toJson } from '../db/columns.ts';
import { whereAmong, whereContains, whereTagged } from '../db/conditions.ts';
import { listOf, paginate } from '../db/cursor.ts';
import { isUniqueViolation } from '../db/failures.ts';
import type { ContactRow, IdentityRow } from '../db/messaging-rows.ts';
import { fold, lowest, nameKey, tagsKey } from '../db/sort-keys.ts';
import type { TenantDb } from '../db/tenant-db.ts';

/** The record without what is read from other tables. */
export type StoredContact = Omit<Contact, 'identities'>;

const contactList = listOf<ContactRow>('contacts', {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  lastSeenAt: 'last_seen_at',
  name: 'name_key',
});

export async function findContact(db: TenantDb, id: string): Promise<StoredContact | undefined> {
  const row = await db.select('contacts').where({ id }).first();
  return row && toContact(row);
}

export async function lockContact(db: TenantDb, id: string): Promise<StoredContact | undefined> {
  const row = await db.select('contacts').where({ id }).forUpdate().first();
  return row && toContact(row);
}

export async function findContactByPhone(
  db: TenantDb,
  phones: readonly string[],
): Promise<StoredContact | undefined> {
  const rows = await db.select('contacts').whereIn('phone', phones);
  const byPhone = new Map(rows.map((row) => [row.phone, row]));
  const row = phones.map((phone) => byPhone.get(phone)).find((found) => found !== undefined);
  return row && toContact(row);
}

export type UniqueField = 'phone' | 'email' | 'externalId';

/** The first of the unique fields that another contact has the same value of. */
export async function findTaken(
  db: TenantDb,
  contact: StoredContact,
): Promise<{ field: UniqueField; existingId: string } | undefined> {
  const wanted = [
    ['phone', 'phone', contact.phone],
    ['email', 'email_key', contact.email && emailKey(contact.email)],
    ['externalId', 'external_id', contact.externalId],
  ] as const;
  for (const [field, column, value] of wanted) {
    if (value === null) continue;
    const row = await db
      .select('contacts')
      .where({ [column]: value })
      .where('id', '<>', contact.id)
      .first();
    if (row) return { field, existingId: row.id };
  }
  return undefined;
}

export const isTaken = isUniqueViolation;

export async function listContacts(
  db: TenantDb,
  query: ListContactsQuery,
  nowMs: number,
): Promise<Page<Contact>> {
  const { sort, cursor, limit, ...filters } = query;
  const { q, phone, email, externalId, tag, lifecycle, ownerId, channelType } = filters;
  const select = db.select('contacts');
  if (q?.trim()) whereContains(select, 'search_key', q.trim());
  if (phone) select.whereIn('phone', phone);
  if (email) select.whereIn('email_key', email.map(emailKey));
  if (externalId) select.whereIn('external_id', externalId);
  if (tag) whereTagged(select, 'tags_key', tag);
  if (lifecycle) select.whereIn('lifecycle', lifecycle);
  if (ownerId) {
    select.where((owner) => {
      owner.whereIn('owner_id', ownerId);
      if (ownerId.includes('none')) owner.orWhereNull('owner_id');
    });
  }
  if (channelType) {
    const addresses = db.select('identities').whereIn('channel_type', channelType);
    whereAmong(select, 'id', addresses, 'contact_id');
  }
  if (filters.createdAfter) select.where('created_at', '>=', filters.createdAfter);
  if (filters.createdBefore) select.where('created_at', '<', filters.createdBefore);
  if (filters.updatedAfter) select.where('updated_at', '>=', filters.updatedAfter);
  if (filters.updatedBefore) select.where('updated_at', '<', filters.updatedBefore);
  const listing = { sort, page: { cursor, limit }, filters };
  const { rows, nextCursor } = await paginate(db, select, contactList, listing);
  return { data: await withIdentities(db, rows.map(toContact), nowMs), nextCursor };
}

export async function withIdentities(
  db: TenantDb,
  contacts: readonly StoredContact[],
  nowMs: number,
): Promise<Contact[]> {
  if (contacts.length === 0) return [];
  const rows = await db
    .select('identities')
    .whereIn(
      'contact_id',
      contacts.map((contact) => contact.id),
    )
    .orderBy('created_at')
    .orderBy('id');
  return contacts.map((contact) => ({
    ...contact,
    identities: rows
      .filter((row) => row.contact_id === contact.id)
      .map((row) => toIdentity(row, nowMs)),
  }));
}

/** False when another contact has its phone, e-mail or externalId. */
export async function insertContact(db: TenantDb, contact: StoredContact): Promise<boolean> {
  return await db.insertIfAbsent('contacts', toRow(contact));
}

export async function updateContact(db: TenantDb, contact: StoredContact): Promise<void> {
  await db.update('contacts', { id: contact.id }, toRow(contact));
}

/** The times of the newest inbound message never go back, and it alone opens a window. */
export async function touchInbound(
  db: TenantDb,
  contact: StoredContact,
  at: string,
): Promise<void> {
  await db.update(
    'contacts',
    { id: contact.id },
    {
      last_inbound_at: latestOf(contact.lastInboundAt, at),
      last_seen_at: latestOf(contact.lastSeenAt, at),
    },
  );
}

export async function touchInboundIdentity(db: TenantDb, id: string, at: string): Promise<void> {
  const row = await db.select('identities').where({ id }).first();
  const known = row?.last_inbound_at ?? null;
  if (known !== null && known > at) return;
  await db.update('identities', { id }, { last_inbound_at: at, sent_since_inbound: 0 });
}

function latestOf(known: string | null, at: string): string {
  return known !== null && known > at ? known : at;
}

export async function findIdentities(
  db: TenantDb,
  {
    channelType,
    scope,
    addresses,
  }: { channelType: ChannelType; scope: string; addresses: readonly string[] },
): Promise<IdentityRow[]> {
  return await db
    .select('identities')
    .where({ channel_type: channelType, scope })
    .whereIn('address', addresses);
}

/** False when somebody has the address. */
export async function insertIdentity(db: TenantDb, row: IdentityRow): Promise<boolean> {
  return await db.insertIfAbsent('identities', row, ['channel_type', 'scope', 'address']);
}

export async function updateIdentity(
  db: TenantDb,
  id: string,
  patch: Partial<IdentityRow>,
): Promise<void> {
  await db.update('identities', { id }, patch);
}

export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

function toRow(contact: StoredContact): ContactRow {
  const searched = [contact.name, contact.phone, contact.email, contact.externalId];
  return {
    id: contact.id,
    name: contact.name,
    name_key: nameKey(contact.name),
    search_key: fold(searched.filter((text) => text !== null).join('\n')),
    first_name: contact.firstName,
    last_name: contact.lastName,
    phone: contact.phone,
    email: contact.email,
    email_key: contact.email && emailKey(contact.email),
    external_id: contact.externalId,
    language: contact.language,
    country: contact.country,
    timezone: contact.timezone,
    avatar_url: contact.avatarUrl,
    lifecycle: contact.lifecycle,
    owner_id: contact.ownerId,
    tags: toJson(contact.tags),
    tags_key: tagsKey(contact.tags),
    source: contact.source,
    last_inbound_at: contact.lastInboundAt,
    last_outbound_at: contact.lastOutboundAt,
    last_seen_at: contact.lastSeenAt ?? lowest,
    metadata: toJson(contact.metadata),
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
  };
}

function toContact(row: ContactRow): StoredContact {
  return {
    id: row.id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    externalId: row.external_id,
    language: row.language,
    country: row.country,
    timezone: row.timezone,
    avatarUrl: row.avatar_url,
    lifecycle: row.lifecycle,
    ownerId: row.owner_id,
    tags: fromJson(row.tags),
    source: row.source,
    lastInboundAt: row.last_inbound_at,
    lastOutboundAt: row.last_outbound_at,
    lastSeenAt: row.last_seen_at === lowest ? null : row.last_seen_at,
    metadata: fromJson(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toIdentity(row: IdentityRow, nowMs: number): Identity {
  const { open, expiresAt, remaining } = conversationWindow(
    row.channel_type,
    { lastInboundAt: row.last_inbound_at, sentSinceInbound: row.sent_since_inbound },
    nowMs,
  );
  return {
    id: row.id,
    channelType: row.channel_type,
    channelId: row.scope === '' ? null : row.scope,
    kind: row.kind,
    address: row.address,
    username: row.username,
    profileName: row.profile_name,
    lastInboundAt: row.last_inbound_at,
    lastOutboundAt: row.last_outbound_at,
    window: { open, expiresAt, remaining },
  };
}
