import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Contact } from '@parley/contract/schemas';
import { suppressedAddresses } from '@parley/domain';
import { conversationsTable } from '../conversations/table.ts';
import { type Part, removeLongParts, removeParts } from '../crud/parts.ts';
import { type RowsIn, rowsIn } from '../db/table.ts';
import { dealsTable } from '../deals/table.ts';
import { recordEvent } from '../events/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue, type Job } from '../jobs/queue.ts';
import { deleteFilesOf } from '../media/service.ts';
import { messagesTable } from '../messages/table.ts';
import { keepSuppressions } from '../suppressions/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { ticketsTable } from '../tickets/table.ts';
import {
  batch,
  commentIds,
  eraseComments,
  eraseDeals,
  eraseNotes,
  eraseTickets,
  idsIn,
} from './erase-texts.ts';
import {
  eraseEvents,
  eraseFrom,
  eraseJobsOf,
  eraseLaterTraces,
  eraseTraces,
  manyJobs,
} from './erase-traces.ts';
import { contacts } from './records.ts';
import { consentsTable, contactMergesTable, contactsTable, identitiesTable } from './table.ts';

// erase.test.ts compares this file with the tables of the schema, so that each table is erased or listed as an
// exception.

/** The maximum number of records of each kind in one part: texts that name them are searched once for each part. */
const partSize = 1_000;

type Id = { id: string };
type RowOfContact = Id & { contact_id: string | null; conversation_id: string | null };

/** The IDs of some records that an erasure removes or whose texts it erases. */
interface Found {
  readonly conversations: readonly string[];
  readonly tickets: readonly string[];
  readonly deals: readonly string[];
  readonly comments: readonly string[];
}

/**
 * Removes the records of a contact and the texts that name them, in transactions of limited size that block other
 * requests only briefly. Returns the IDs that other texts may contain. If the process is killed, a job or a repeat of
 * the request removes the rest.
 */
export async function eraseInSteps(ctx: TenantContext, contactId: string): Promise<string[]> {
  const contact = await beginErasure(ctx, contactId);
  const own = await idsOf(ctx, contactId);
  await eraseEvents(ctx, own);
  const { texts } = await addressesOf(ctx, contact);
  const named = await eraseRecords(ctx, contactId, async (ids) => {
    await eraseTraces(ctx, [...own, ...texts, ...ids]);
  });
  await removeLongParts(ctx, [consentsOfContact], contactId);
  return [...own, ...named];
}

/**
 * Marks a contact, so that no merge finds it from now on, and queues the job that completes the erasure if this process
 * is killed. Throws SVC-NOT-FOUND when a merge came first.
 */
async function beginErasure(ctx: TenantContext, id: string): Promise<Contact> {
  await inTransaction(ctx, async (ctx) => {
    const marked = { erasing_at: ctx.now().toISOString() };
    if ((await ctx.db.update(contactsTable, { id, erasing_at: null }, marked)) === 0) return;
    const wait = { orderKey: id, delayMs: completeAfterMs };
    await enqueue(ctx, 'complete-erasure', { contactId: id }, wait);
  });
  return await contacts.get(ctx, id);
}

const completeAfterMs = 60_000;

/** Completes the erasure of a contact whose process was killed. Does nothing when the contact no longer exists. */
export const completeErasure: JobHandler<JobPayloads['complete-erasure']> = {
  // A dead job would keep the personal data of the contact.
  maxAttempts: Number.POSITIVE_INFINITY,
  async run(ctx, job) {
    const { contactId } = job.payload;
    if (!(await contacts.find(ctx, contactId))) return;
    await eraseContact(ctx, contactId, await eraseInSteps(ctx, contactId), job);
  },
};

const consentsOfContact: Part = { table: consentsTable, column: 'contact_id' };

/** Returns the addresses of a contact that suppressions keep, and all texts of its addresses. */
async function addressesOf({ db }: TenantContext, { id, phone }: Pick<Contact, 'id' | 'phone'>) {
  const rows = await db.select(identitiesTable).where({ contact_id: id });
  const identities = rows.map(identitiesTable.toRecord);
  const suppressed = suppressedAddresses(phone, identities);
  const texts = [...identities.map(({ address }) => address), ...suppressed.map(({ key }) => key)];
  return { suppressed, texts };
}

/**
 * Removes a contact and all of its personal data in one transaction, with records that were created since
 * `eraseInSteps`. `erased` are the IDs that `eraseInSteps` returned, and `job` is the job that completes the erasure, if
 * it runs. Another job then removes the traces that other requests left meanwhile.
 */
export async function eraseContact(
  ctx: TenantContext,
  id: string,
  erased: readonly string[] = [],
  job?: Job,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const contact = await contacts.take(ctx, id);
    const left = await eraseRecords(ctx, id, async () => {});
    const { suppressed, texts } = await addressesOf(ctx, contact);
    await keepSuppressions(ctx, contact, suppressed);
    const own = await idsOf(ctx, id);
    await eraseEvents(ctx, own);
    await ctx.db.remove(identitiesTable, { contact_id: id });
    await removeParts(ctx, [consentsOfContact], id);
    await ctx.db.removeAll(contactMergesTable, { merged_into_id: id });
    await ctx.db.remove(contactsTable, { id });
    if (job) await completeJob(ctx, job);
    else await eraseJobsOf(ctx, [id]);
    const erasedAt = ctx.now().toISOString();
    const subject = { type: 'contact', id };
    recordEvent(ctx, 'contact.deleted', { subject, object: { id, erasedAt } });
    const all = [...new Set([...texts, ...own, ...erased, ...left])];
    await eraseLaterTraces(ctx, id, { texts: all, erasedAt });
  });
}

/** Returns the ID of a contact and the IDs of the contacts that were merged into it. */
async function idsOf({ db }: TenantContext, contactId: string): Promise<string[]> {
  const merges = await db.select(contactMergesTable).where({ merged_into_id: contactId });
  return [contactId, ...merges.map(({ id }) => id)];
}

/**
 * Removes the conversations, messages, jobs and notes of a contact, and the texts of its tickets, deals and comments.
 * Calls `prepare` with the IDs of records before it removes them. Returns the IDs of all of them.
 */
async function eraseRecords(
  ctx: TenantContext,
  contactId: string,
  prepare: (ids: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const part = await readPart(ctx, contactId);
    const { conversations, tickets, deals, comments } = part;
    const ids = [...conversations, ...tickets, ...deals, ...comments];
    if (ids.length === 0 && all.length > 0) break;
    for await (const some of inBatches(conversations)) {
      await eraseMessages(ctx, some);
      await eraseNotes(ctx, 'conversation_id', some);
    }
    await eraseNotes(ctx, 'contact_id', [contactId]);
    await prepare(ids);
    for await (const some of inBatches(tickets)) await eraseTickets(ctx, some);
    for await (const some of inBatches(deals)) await eraseDeals(ctx, some);
    for await (const some of inBatches(comments)) await eraseComments(ctx, some);
    for await (const some of inBatches(conversations)) await eraseConversations(ctx, some);
    if (ids.length === 0) break;
    all.push(...ids);
  }
  await eraseFrom(ctx, 'ticket_changes', 'author_id', [contactId]);
  return all;
}

/** Returns the IDs of some records of a contact. In a transaction, also locks the conversations. */
async function readPart(ctx: TenantContext, contactId: string): Promise<Found> {
  return await inTransaction(ctx, async ({ db }) => {
    const conversations = idsIn(
      await db.select(conversationIds).where({ contact_id: contactId }).limit(partSize).forUpdate(),
    );
    const idsOfContact = async (table: RowsIn<RowOfContact>) =>
      idsIn(
        await db
          .select(table)
          .where((any) =>
            any
              .whereIn('contact_id', [contactId])
              .orWhere((one) => one.whereIn('conversation_id', conversations)),
          )
          .limit(partSize),
      );
    const tickets = await idsOfContact(ticketIds);
    const deals = await idsOfContact(dealIds);
    const comments = idsIn(
      await db.select(commentIds).where({ author_id: contactId }).limit(partSize),
    );
    return { conversations, tickets, deals, comments };
  });
}

const conversationIds = rowsIn<Id & { contact_id: string }>(conversationsTable.name, ['id']);
const ticketIds = rowsIn<RowOfContact>(ticketsTable.name, ['id']);
const dealIds = rowsIn<RowOfContact>(dealsTable.name, ['id']);

/** Returns the IDs in batches. Lets other requests run between two batches. */
async function* inBatches(ids: readonly string[]): AsyncGenerator<readonly string[], void> {
  for (let at = 0; at < ids.length; at += batch) {
    yield ids.slice(at, at + batch);
    await nextTurn();
  }
}

/** Removes the messages and jobs of conversations, limited numbers in each transaction. */
async function eraseMessages(ctx: TenantContext, conversations: readonly string[]): Promise<void> {
  while ((await eraseSomeMessages(ctx, conversations)) > 0) await nextTurn();
  while ((await eraseJobsOf(ctx, conversations)) === manyJobs) await nextTurn();
}

/**
 * The number of messages that one transaction removes. It ends earlier when their texts have many characters. On
 * SQLite, the removal from the index of texts takes 1 ms for a short text, and 35 ms for 4,000 characters.
 */
const messagesAtOnce = { sqlite: 10, postgres: 100 };
const charactersAtOnce = 2_000;

/** Removes some messages with their files, events and jobs. Returns how many. */
async function eraseSomeMessages(
  ctx: TenantContext,
  conversations: readonly string[],
): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .select(messagesTable)
      .whereIn('conversation_id', conversations)
      .limit(messagesAtOnce[ctx.db.dialect])
      .forUpdate();
    if (rows.length === 0) return 0;
    let characters = 0;
    const end = rows.findIndex(({ text }) => {
      characters += text?.length ?? 0;
      return characters >= charactersAtOnce;
    });
    const messages = rows.slice(0, end < 0 ? rows.length : end + 1).map(messagesTable.toRecord);
    for (const message of messages) await deleteFilesOf(ctx, message);
    const ids = idsIn(messages);
    await eraseEvents(ctx, ids);
    await eraseJobsOf(ctx, ids);
    await eraseFrom(ctx, 'message_events', 'message_id', ids);
    await eraseFrom(ctx, 'messages', 'id', ids);
    return ids.length;
  });
}

/** Removes conversations, with the messages, notes and texts that were added since the last step. */
async function eraseConversations(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  await eraseEvents(ctx, ids);
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.select(conversationIds).whereIn('id', ids).orderBy('id').forUpdate();
    await eraseMessages(ctx, ids);
    await eraseNotes(ctx, 'conversation_id', ids);
    for (const [table, erase] of [
      [ticketIds, eraseTickets],
      [dealIds, eraseDeals],
    ] as const) {
      const left = idsIn(await ctx.db.select(table).whereIn('conversation_id', ids));
      if (left.length > 0) await erase(ctx, left);
    }
    await eraseEvents(ctx, ids);
    await eraseFrom(ctx, conversationsTable.name, 'id', ids);
  });
}
