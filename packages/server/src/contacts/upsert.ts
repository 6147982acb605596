import type {
  BatchContactsBody,
  Contact,
  ContactBatch,
  UpsertContactBody,
} from '@parley/contract/schemas';
import {
  type ContactMatch,
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
import { RunAgainError } from '../db/failures.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findUsers } from '../users/service.ts';
import { ContactWriter } from './contact-writer.ts';
import type { Sought } from './known-contacts.ts';
import { contacts, findRefusals, takeRefusals, withAddresses } from './records.ts';
import { findAddressees } from './statements/find-holders.ts';
import { requireNoAddressee } from './statements/require-no-addressee.ts';

/** The contact that has a value of the upsert, or else the one that has its phone number as an address. */
interface Found {
  readonly holder?: StoredContact | undefined;
  readonly addressee?: StoredContact | undefined;
}

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
    const match = matchOf(body);
    let { holder, addressee }: Found = {};
    return await changeOrCreate<Upserted>(ctx, {
      async find(ctx) {
        ({ holder, addressee } = await findContact(ctx, match));
        return (holder ?? (addressee && isAddressee(addressee, match) ? addressee : undefined))?.id;
      },
      async change(ctx, id) {
        const change = changeOf(body, holder ?? addressee);
        const contact = await contacts.update(ctx, id, change);
        if (holder) return { status: 'updated', contact };
        // Before the contact was locked, another one may have got the address.
        if ((await findAddressee(ctx, match))?.id !== id) throw new RunAgainError();
        // The update has applied those of a number that it changes.
        const refusals = change.phone === undefined ? await findRefusals(ctx, body) : [];
        const refusing = await takeRefusals(ctx, id, refusals);
        return { status: 'updated', contact: refusing ?? contact };
      },
      async create(ctx, taken) {
        const forms = addressee ? [] : formsOf(match);
        if (forms.length > 0) ctx.db.runLast(requireNoAddressee, forms);
        return {
          status: 'created',
          contact: await contacts.create(ctx, newContactOf(body), taken),
        };
      },
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
  const customFields = checkCustomValues(
    writer.fields,
    body.customFields ?? {},
    before?.customFields,
  );
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

async function findContact(ctx: TenantContext, match: ContactMatch): Promise<Found> {
  const holders = new Map<string, StoredContact>();
  const found = [];
  for (const field of match.fields) {
    const holder = await contacts.holderOf(ctx, field, match.wanted);
    if (!holder) continue;
    holders.set(holder.id, holder);
    found.push({ field, id: holder.id });
  }
  const known = oneContact(found);
  if (known !== undefined) return { holder: holders.get(known) };
  return { addressee: await findAddressee(ctx, match) };
}

/** Returns the contact that has the phone number as an address on WhatsApp. */
async function findAddressee(
  ctx: TenantContext,
  match: ContactMatch,
): Promise<StoredContact | undefined> {
  const forms = formsOf(match);
  if (forms.length === 0) return undefined;
  const known = await ctx.db.run(findAddressees, forms);
  const [own] = forms.flatMap((form) => known.find(({ address }) => address === form) ?? []);
  return own && (await contacts.find(ctx, own.id));
}

/** Returns the addresses of the phone number, if the upsert looks for it. */
function formsOf({ fields, wanted: { phone } }: ContactMatch): string[] {
  return fields.includes('phone') && phone !== null ? phoneForms(phone) : [];
}
