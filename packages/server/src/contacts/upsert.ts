import type {
  BatchContactsBody,
  Contact,
  ContactBatch,
  UpsertContactBody,
} from '@parley/contract/schemas';
import {
  changeOf,
  checkCustomValues,
  contactOfRow,
  contactRules,
  decisionsOf,
  isAddressee,
  matchOf,
  newContactOf,
  oneContact,
  phoneForms,
  putEach,
  requireActive,
  requireUnique,
  type StoredContact,
  withDecisions,
} from '@parley/domain';
import { changeOrCreate } from '../crud/batch.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { RunAgainError } from '../db/failures.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findUsers } from '../users/service.ts';
import { ContactWriter } from './contact-writer.ts';
import type { Sought } from './known-contacts.ts';
import { contacts, withAddresses } from './records.ts';
import { findAddressees } from './statements/find-holders.ts';

interface Upserted {
  readonly status: 'created' | 'updated';
  readonly contact: Contact;
}

/** Updates the contact that matches the body, or creates one. Of concurrent requests, only one creates it. */
export async function upsertContact(
  ctx: TenantContext,
  body: UpsertContactBody,
): Promise<Upserted> {
  return await inTransaction(ctx, async (ctx) => {
    let found: StoredContact | undefined;
    return await changeOrCreate<Upserted>(ctx, {
      async find(ctx) {
        found = await findContact(ctx, body);
        return found?.id;
      },
      change: async (ctx, id) => ({
        status: 'updated',
        contact: await contacts.update(ctx, id, changeOf(body, found)),
      }),
      create: async (ctx, taken) => ({
        status: 'created',
        contact: await contacts.create(ctx, newContactOf(body), taken),
      }),
    });
  });
}

/**
 * Creates or updates several contacts in one transaction, in which each item succeeds or fails alone. Each item has the
 * effects and the errors of `upsertContact`, but few statements read and write all of them.
 */
export async function batchContacts(
  ctx: TenantContext,
  { items }: BatchContactsBody,
): Promise<ContactBatch> {
  return await inTransaction(ctx, async (ctx) => {
    const rows = items.map((body) => ({ id: null, body }));
    const writer = await ContactWriter.open(ctx, rows);
    const owners = await findUsers(
      ctx,
      items.flatMap(({ ownerId }) => ownerId ?? []),
    );
    const outcomes = putEach(rows, (row) => put(ctx, row, { writer, owners }));
    const updated = outcomes.flatMap((one) => (one.status === 'updated' ? one.stored.id : []));
    const addresses = await writer.end(updated);
    const nowMs = ctx.now().getTime();
    const results = outcomes.map((outcome, index) => {
      if (outcome.status === 'error') return { index, contact: null, ...outcome };
      const { status, stored } = outcome;
      return { index, status, contact: withAddresses(stored, addresses, nowMs), error: null };
    });
    return { results };
  });
}

interface Row extends Sought {
  readonly body: UpsertContactBody;
}

interface Put {
  readonly writer: ContactWriter;
  readonly owners: Awaited<ReturnType<typeof findUsers>>;
}

/** Applies an item of a batch. Throws the error with which it is refused; then it has changed nothing. */
function put(ctx: TenantContext, row: Row, { writer, owners }: Put) {
  const { body } = row;
  const before = contactOfRow(row, writer.known);
  const isNew = before === undefined;
  const customFields = checkCustomValues(writer.fields, body.customFields ?? {}, { isNew });
  const { ownerId: id } = body;
  if (id != null && id !== before?.ownerId) {
    requireActive(owners.get(id), { id, field: 'ownerId' });
  }
  const at = ctx.now().toISOString();
  if (isNew) writer.requireRoom();
  const wanted = before
    ? contactRules.changed(before, { ...changeOf(body, before), customFields }, at)
    : contactRules.initial({ ...newContactOf(body), customFields }, { id: ctx.newId('con'), at });
  requireUnique(wanted, writer.known);
  const stored = before ? writer.save(before, wanted) : writer.create(wanted);
  return {
    status: isNew ? ('created' as const) : ('updated' as const),
    stored: withRefusals(ctx, stored, { writer, row }),
  };
}

/** Opts a contact out when the phone number of its item is suppressed. */
function withRefusals(
  ctx: TenantContext,
  stored: StoredContact,
  { writer, row }: { readonly writer: ContactWriter; readonly row: Row },
): StoredContact {
  const decisions = decisionsOf(writer.refusalsOf(row));
  if (decisions.length === 0) return stored;
  const { after, consents } = withDecisions(stored, decisions, {
    at: ctx.now().toISOString(),
    newId: () => ctx.newId('cns'),
  });
  writer.addConsents(consents);
  return writer.save(stored, after);
}

async function findContact(
  ctx: TenantContext,
  body: UpsertContactBody,
): Promise<StoredContact | undefined> {
  const match = matchOf(body);
  const holders = new Map<string, StoredContact>();
  const found = [];
  for (const field of match.fields) {
    const holder = await contacts.holderOf(ctx, field, match.wanted);
    if (!holder) continue;
    holders.set(holder.id, holder);
    found.push({ field, id: holder.id });
  }
  const known = oneContact(found);
  if (known !== undefined) return holders.get(known);
  if (match.wanted.phone === null) return undefined;
  // No other request links or unlinks an address until the end of this transaction.
  await ctx.db.run(lockKind, { kind: 'contact', isShared: true });
  const addressee = await findAddressee(ctx, match.wanted);
  return addressee && isAddressee(addressee, match) ? addressee : undefined;
}

/** Returns the contact that has the phone number of `wanted` as an address on WhatsApp. */
async function findAddressee(
  ctx: TenantContext,
  { phone }: StoredContact,
): Promise<StoredContact | undefined> {
  if (phone === null) return undefined;
  const forms = phoneForms(phone);
  const known = await ctx.db.run(findAddressees, forms);
  const [own] = forms.flatMap((form) => known.find(({ address }) => address === form) ?? []);
  if (!own) return undefined;
  const contact = await contacts.lock(ctx, own.contactId);
  // The contact was merged or erased since the address was read.
  if (!contact) throw new RunAgainError();
  return contact;
}
