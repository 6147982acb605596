import {
  addressVariants,
  type ChannelType,
  type Contact,
  type CreateContactBody,
  type IdentityKind,
  type ListContactsQuery,
  mergeMetadata,
  type Page,
  ServiceError,
  type UpdateContactBody,
} from '@parley/contract/schemas';
import { updateContactSummary } from '../conversations/threads.ts';
import { differences } from '../events/differences.ts';
import { recordEvent } from '../events/service.ts';
import { givenFields } from '../given-fields.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getUser } from '../users/service.ts';
import type { StoredContact } from './repository.ts';
import * as repository from './repository.ts';

export async function listContacts(
  ctx: TenantContext,
  query: ListContactsQuery,
): Promise<Page<Contact>> {
  return await repository.listContacts(ctx.db, query, ctx.now().getTime());
}

export async function getContact(ctx: TenantContext, id: string): Promise<Contact> {
  const stored = await repository.findContact(ctx.db, id);
  if (!stored) throw notFound(id);
  return await complete(ctx, stored);
}

export async function createContact(ctx: TenantContext, body: CreateContactBody): Promise<Contact> {
  return await inTransaction(ctx, async (ctx) => {
    if (body.ownerId != null) await getUser(ctx, body.ownerId);
    const contact: Contact = { ...emptyContact(ctx, 'api'), ...givenFields(body), identities: [] };
    if (!(await repository.insertContact(ctx.db, contact))) throw await conflict(ctx, contact);
    recordEvent(ctx, 'contact.created', { subject: subjectOf(contact), object: contact });
    return contact;
  });
}

export async function updateContact(
  ctx: TenantContext,
  id: string,
  body: UpdateContactBody,
): Promise<Contact> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await repository.lockContact(ctx.db, id);
    if (!before) throw notFound(id);
    if (body.ownerId != null) await getUser(ctx, body.ownerId);
    const { metadata, ...fields } = body;
    const wanted: StoredContact = {
      ...before,
      ...givenFields(fields),
      metadata: metadata ? mergeMetadata(before.metadata, metadata) : before.metadata,
    };
    return await save(ctx, before, wanted);
  });
}

const maxAttempts = 5;

export interface Address {
  channelType: ChannelType;
  /** Empty where the address holds on every channel of the type. */
  scope: string;
  kind: IdentityKind;
  address: string;
}

interface Found {
  contact: StoredContact;
  identityId: string;
}

/** The contact behind an address, made if there is none; in a transaction. */
export async function resolveContact(
  ctx: TenantContext,
  address: Address,
  source: 'api' | 'inbound',
  profileName: string | undefined,
): Promise<Found> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await findByAddress(ctx, address);
    if (known) return await withProfile(ctx, known, profileName);
    try {
      return await inTransaction(ctx, (ctx) => addIdentity(ctx, address, source, profileName));
    } catch (error) {
      // Another transaction made the contact or the address, and has committed: it can be found.
      if (!(error instanceof AddressTaken) || attempt === maxAttempts) throw error;
    }
  }
}

/** What an inbound message says about its sender: when they were last heard of. */
export async function noteInbound(ctx: TenantContext, found: Found, at: string): Promise<void> {
  await repository.touchInbound(ctx.db, found.contact, at);
  await repository.touchInboundIdentity(ctx.db, found.identityId, at);
}

/** Thrown to undo the contact that was made for an address that has one by now. */
class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

async function findByAddress(ctx: TenantContext, address: Address): Promise<Found | undefined> {
  const { channelType, scope } = address;
  const addresses = addressVariants(address);
  const rows = await repository.findIdentities(ctx.db, { channelType, scope, addresses });
  const identity = addresses
    .map((variant) => rows.find((row) => row.address === variant))
    .find((row) => row !== undefined);
  if (!identity) return undefined;
  const contact = await repository.lockContact(ctx.db, identity.contact_id);
  if (!contact) return undefined;
  if (identity.address === address.address) return { contact, identityId: identity.id };
  const alias = newIdentity(ctx, address, contact.id, identity.profile_name);
  const added = await repository.insertIdentity(ctx.db, alias);
  return { contact, identityId: added ? alias.id : identity.id };
}

/** An address nobody has: of the contact with that phone number, or of a new one. */
async function addIdentity(
  ctx: TenantContext,
  address: Address,
  source: 'api' | 'inbound',
  profileName: string | undefined,
): Promise<Found> {
  const phones =
    address.kind === 'phone' ? addressVariants(address).map((digits) => `+${digits}`) : [];
  const owner = phones.length > 0 ? await repository.findContactByPhone(ctx.db, phones) : undefined;
  // As it is under its lock: what is written from here on must not undo another change.
  const byPhone = owner && (await repository.lockContact(ctx.db, owner.id));
  const contact = byPhone ?? {
    ...emptyContact(ctx, source),
    name: profileName ?? null,
    phone:
      address.kind === 'phone' && !address.address.startsWith('0') ? `+${address.address}` : null,
  };
  if (!byPhone && !(await repository.insertContact(ctx.db, contact))) throw new AddressTaken();
  const identity = newIdentity(ctx, address, contact.id, profileName ?? null);
  if (!(await repository.insertIdentity(ctx.db, identity))) throw new AddressTaken();
  if (!byPhone) {
    const object = await complete(ctx, contact);
    recordEvent(ctx, 'contact.created', { subject: subjectOf(contact), object });
    return { contact, identityId: identity.id };
  }
  const found = { contact, identityId: identity.id };
  return profileName === undefined ? found : await withProfile(ctx, found, profileName);
}

/** A profile name fills a name that nobody has set; it never replaces one. */
async function withProfile(
  ctx: TenantContext,
  found: Found,
  profileName: string | undefined,
): Promise<Found> {
  if (profileName === undefined) return found;
  await repository.updateIdentity(ctx.db, found.identityId, { profile_name: profileName });
  const { contact } = found;
  if (contact.name !== null && contact.name !== contact.phone) return found;
  const named = await save(ctx, contact, { ...contact, name: profileName });
  return { ...found, contact: named };
}

async function save(
  ctx: TenantContext,
  before: StoredContact,
  wanted: StoredContact,
): Promise<Contact> {
  const previous = differences(before, wanted);
  if (!previous) return await complete(ctx, before);
  const after = { ...wanted, updatedAt: ctx.now().toISOString() };
  const taken = await repository.findTaken(ctx.db, after);
  if (taken) throw new ServiceError('SVC-CONFLICT', { resource: 'contact', ...taken });
  try {
    await inTransaction(ctx, (ctx) => repository.updateContact(ctx.db, after));
  } catch (error) {
    // Somebody took the value since it was looked for.
    throw repository.isTaken(error) ? await conflict(ctx, after) : error;
  }
  if ('name' in previous || 'phone' in previous || 'avatarUrl' in previous) {
    await updateContactSummary(ctx, after);
  }
  const object = await complete(ctx, after);
  const { tags, ...others } = previous;
  if (tags)
    recordEvent(ctx, 'contact.tags_changed', {
      subject: subjectOf(after),
      object,
      previous: { tags },
    });
  if (Object.keys(others).length > 0) {
    recordEvent(ctx, 'contact.updated', { subject: subjectOf(after), object, previous: others });
  }
  return object;
}

async function complete(ctx: TenantContext, stored: StoredContact): Promise<Contact> {
  const [contact] = await repository.withIdentities(ctx.db, [stored], ctx.now().getTime());
  return contact ?? { ...stored, identities: [] };
}

function emptyContact(ctx: TenantContext, source: Contact['source']): StoredContact {
  const at = ctx.now().toISOString();
  return {
    id: ctx.newId('con'),
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
    source,
    lastInboundAt: null,
    lastOutboundAt: null,
    lastSeenAt: null,
    metadata: {},
    createdAt: at,
    updatedAt: at,
  };
}

function newIdentity(
  ctx: TenantContext,
  { channelType, scope, kind, address }: Address,
  contactId: string,
  profileName: string | null,
) {
  return {
    id: ctx.newId('idn'),
    contact_id: contactId,
    channel_type: channelType,
    scope,
    kind,
    address,
    username: null,
    profile_name: profileName,
    last_inbound_at: null,
    last_outbound_at: null,
    sent_since_inbound: 0,
    created_at: ctx.now().toISOString(),
  };
}

async function conflict(ctx: TenantContext, contact: StoredContact): Promise<ServiceError> {
  const taken = await repository.findTaken(ctx.db, contact);
  return new ServiceError('SVC-CONFLICT', {
    resource: 'contact',
    ...(taken ?? { field: 'phone', existingId: null }),
  });
}

function notFound(id: string): ServiceError {
  return new ServiceError('SVC-NOT-FOUND', { resource: 'contact', id });
}

function subjectOf(contact: { id: string }) {
  return { type: 'contact', id: contact.id };
}
