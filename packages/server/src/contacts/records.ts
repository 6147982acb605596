import type {
  Contact,
  CreateContactBody,
  ListContactsQuery,
  UpdateContactBody,
} from '@parley/contract/schemas';
import {
  type ConsentChange,
  contactRules,
  decisionNamed,
  decisionsOf,
  identityOf,
  isSame,
  notFound,
  type Refusal,
  type StoredContact,
  type StoredIdentity,
  summaryOf,
  suppressedAddresses,
  withDecisions,
} from '@parley/domain';
import { updateContactSummary } from '../conversations/effects.ts';
import { windowIsOpen } from '../conversations/records.ts';
import { conversationsTable } from '../conversations/table.ts';
import type { ListFilters } from '../crud/page-sql.ts';
import { defineRecords, type OnTaken } from '../crud/records.ts';
import { hasValues, withCheckedValues } from '../custom-fields/values.ts';
import { archivedKey } from '../db/sort-keys.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import { recordEvent } from '../events/service.ts';
import { findSuppressions } from '../suppressions/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { requireUser } from '../users/service.ts';
import { type AddressRows, noAddresses, readAddresses } from './statements/read-addresses.ts';
import { consentsTable, contactMergesTable, contactsTable, identitiesTable } from './table.ts';

/** The filters of contact lists that need conditions on more than one column. */
export const contactFilters: ListFilters<ListContactsQuery> = {
  archived: (archived, sql) => `archived_key = ${sql.bind(archivedKey(archived))}`,
  channelType: (types, sql) =>
    sql.hasRow(
      identitiesTable,
      () => `contact_id = contacts.id and ${sql.isAnyOf('channel_type', types)}`,
    ),
  windowOpen: hasOpenWindow,
  consent: hasDecided,
  customField: hasValues('contacts'),
};

const records = defineRecords(contactsTable, contactRules, {
  references: { ownerId: requireUser },
  complete: {
    read: readContactAddresses,
    fresh: () => noAddresses,
    make(contact, own, nowMs) {
      const record = withAddresses(contact, own, nowMs);
      const windows = record.identities.flatMap(({ windows }) => windows);
      const ends = windows.flatMap(({ open, expiresAt }) => (open && expiresAt ? expiresAt : []));
      return { record, ...(ends.length > 0 && { goodUntilMs: Math.min(...ends.map(Date.parse)) }) };
    },
  },
  missing: async (ctx, id) => notFound('contact', id, (await findMerge(ctx, id))?.merged_into_id),
  limit: 'contacts',
  filters: contactFilters,
  async saved(ctx, after, before) {
    const summary = summaryOf(after);
    if (!isSame(summary, summaryOf(before))) await updateContactSummary(ctx, summary);
  },
});

export const contacts = { ...records, create, update, decide };

/** Returns the merge that has removed a contact; undefined when the contact was not merged into another one. */
export async function findMerge({ db }: TenantContext, id: string) {
  return await db.select(contactMergesTable).where({ id }).first();
}

async function create(
  ctx: TenantContext,
  body: CreateContactBody,
  taken?: OnTaken,
): Promise<Contact> {
  return await inTransaction(ctx, async (ctx) => {
    const [checked, found] = await Promise.all([
      withCheckedValues(ctx, 'contact', body),
      findRefusals(ctx, body),
    ]);
    const contact = await records.create(ctx, checked, taken);
    return (await takeRefusals(ctx, contact.id, found)) ?? contact;
  });
}

/**
 * Finds the suppressions of a phone number. If possible, call it before the first write: a transaction that reads after
 * a write cannot share its commit.
 */
export async function findRefusals(
  ctx: TenantContext,
  { phone }: Pick<UpdateContactBody, 'phone'>,
): Promise<Refusal[]> {
  return await findSuppressions(ctx, suppressedAddresses(phone ?? null, []));
}

/**
 * Opts a contact out when one of its addresses is suppressed; returns undefined when none is. Call it in a transaction.
 */
export async function takeRefusals(
  ctx: TenantContext,
  id: string,
  found: readonly Refusal[],
): Promise<Contact | undefined> {
  if (found.length === 0) return undefined;
  const before = await records.take(ctx, id);
  return await decide(ctx, before, ...decisionsOf(found));
}

/** Opts a contact out when one of its new addresses is suppressed. Returns the contact after that. */
export async function takeRefusalsOf(
  ctx: TenantContext,
  contact: StoredContact,
  added: readonly StoredIdentity[],
): Promise<StoredContact> {
  const refusals = await findSuppressions(ctx, suppressedAddresses(null, added));
  const refusing = await takeRefusals(ctx, contact.id, refusals);
  return refusing ? await records.take(ctx, contact.id) : contact;
}

/**
 * Records the event that the addresses of a contact have changed, and returns the contact after that. Call it after the
 * change, in the transaction that has locked the contact.
 */
export async function announceAddresses(
  ctx: TenantContext,
  contact: StoredContact,
  identities: Contact['identities'],
): Promise<Contact> {
  const updatedAt = ctx.now().toISOString();
  ctx.db.patch(contactsTable, { id: contact.id }, { updated_at: updatedAt });
  const after = await records.show(ctx, { ...contact, updatedAt });
  recordEvent(ctx, 'contact.updated', { object: after, previous: { identities } });
  return after;
}

/**
 * Writes the opt-outs and opt-ins of a contact, and their history. Call it in the transaction that has locked the
 * contact.
 */
async function decide(
  ctx: TenantContext,
  before: StoredContact,
  ...changes: readonly ConsentChange[]
): Promise<Contact> {
  const { after, consents } = withDecisions(before, changes, {
    at: ctx.now().toISOString(),
    newId: () => ctx.newId('cns'),
  });
  const contact = await records.save(ctx, before, after);
  await ctx.db.insert(consentsTable, consents.map(consentsTable.toRow));
  return contact;
}

async function update(ctx: TenantContext, id: string, body: UpdateContactBody): Promise<Contact> {
  return await inTransaction(ctx, async (ctx) => {
    const [checked, found] = await Promise.all([
      withCheckedValues(ctx, 'contact', body, () => records.find(ctx, id)),
      findRefusals(ctx, body),
    ]);
    const contact = await records.update(ctx, id, checked);
    return (await takeRefusals(ctx, id, found)) ?? contact;
  });
}

/** Returns the condition for contacts that have made any of these decisions. */
function hasDecided(decisions: readonly Decision[], sql: SqlWriter): string {
  const conditions = decisions.map((decision) => {
    const [scope, status] = decisionNamed(decision);
    const column = `contacts.${scope}_consent`;
    return status === 'unknown' ? `${column} is null` : `${column} = ${sql.bind(status)}`;
  });
  return conditions.length === 1 ? String(conditions[0]) : `(${conditions.join(' or ')})`;
}

/**
 * Returns the condition for contacts with an open window on any of these channels. The newest conversation with an
 * address decides, as it does for the windows of an identity.
 */
function hasOpenWindow(channelIds: readonly string[], sql: SqlWriter, ctx: TenantContext): string {
  const same = ['contact_id', 'channel_id', 'address'];
  const isNewer = [
    ...same.map((column) => `newer.${column} = conversations.${column}`),
    'newer.thread > conversations.thread',
  ];
  const newer = { alias: 'newer', isMany: true };
  return sql.hasRow(
    conversationsTable,
    () => `conversations.contact_id = contacts.id and ${sql.isAnyOf('conversations.channel_id', channelIds)}
      and ${windowIsOpen(sql, ctx.now().getTime())}
      and not ${sql.hasRow(conversationsTable, () => isNewer.join(' and '), newer)}`,
    { isMany: true },
  );
}

type Decision = Parameters<typeof decisionNamed>[0];

/** Returns the addresses of each contact. */
async function readContactAddresses(
  ctx: TenantContext,
  contacts: readonly StoredContact[],
): Promise<AddressRows[]> {
  if (contacts.length === 0) return [];
  const ids = contacts.map(({ id }) => id);
  const { identities, exchanges } = await ctx.db.run(readAddresses, ids);
  const ofContact = new Map(ids.map((id) => [id, { identities: [], exchanges: [] } as Own]));
  for (const identity of identities) ofContact.get(identity.contactId)?.identities.push(identity);
  for (const exchange of exchanges) ofContact.get(exchange.contactId)?.exchanges.push(exchange);
  return ids.map((id) => ofContact.get(id) ?? noAddresses);
}

type Own = { [Kind in keyof AddressRows]: AddressRows[Kind][number][] };

/** Returns the contact as the API shows it, with those of the given addresses that belong to it. */
export function withAddresses(
  contact: StoredContact,
  { identities, exchanges }: AddressRows,
  nowMs: number,
): Contact {
  const isOwn = ({ contactId }: { contactId: string }) => contactId === contact.id;
  const own = exchanges.filter(isOwn);
  const shown = identities.filter(isOwn).map((identity) => identityOf(identity, own, nowMs));
  return { ...contact, identities: shown };
}
