import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContactErasure } from '@parley/contract/schemas';
import { addressForms, type StoredIdentity, suppressedAddresses } from '@parley/domain';
import { conversationsTable } from '../conversations/table.ts';
import { type Part, removeLongParts, removeParts } from '../crud/parts.ts';
import { inOrder } from '../db/in-order.ts';
import { rowsIn } from '../db/rows-in.ts';
import type { RowsIn } from '../db/table.ts';
import { dealsTable } from '../deals/table.ts';
import { recordEvent } from '../events/service.ts';
import { eventsTable } from '../events/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, enqueue, type Job } from '../jobs/queue.ts';
import { type NamedJob, postponeOfOrder } from '../jobs/statements/jobs-of-order.ts';
import { keepSuppressions } from '../suppressions/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockLimit } from '../tenants/limits.ts';
import { ticketsTable } from '../tickets/table.ts';
import { separate } from './aliases.ts';
import { eraseMessages } from './erase-messages.ts';
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
 * requests only briefly. Returns whether this call has begun the erasure. If the process is killed, a job or a repeat of
 * the request removes the rest.
 */
export async function eraseInSteps(ctx: TenantContext, contactId: string): Promise<boolean> {
  const hasBegun = await beginErasure(ctx, contactId);
  const [contact, own, identities] = await inOrder([
    contacts.find(ctx, contactId),
    idsOf(ctx, contactId),
    identitiesOf(ctx, contactId),
  ]);
  if (!contact) throw await contacts.missing(ctx, contactId);
  await inOrder([eraseEvents(ctx, own), removeLongParts(ctx, [consentsOfContact], contactId)]);
  const texts = addressForms(contact, identities);
  const later = afterStop(contactId);
  await eraseRecords(ctx, contactId, {
    async found(ids) {
      // The IDs outlive this process: other texts may contain them after their records are removed.
      const left = { texts: ids, erasedAt: ctx.now().toISOString() };
      if (ids.length > 0) await enqueue(ctx, 'finish-erasure', left, later);
      await eraseTraces(ctx, [...own, ...texts, ...ids]);
    },
    async goesOn() {
      await ctx.db.run(postponeOfOrder, { name: 'complete-erasure', ...later });
    },
  });
  return hasBegun;
}

/**
 * Marks a contact, so that no merge finds it from now on, and queues the job that completes the erasure if this process
 * is killed. Throws SVC-NOT-FOUND when a merge came first.
 */
async function beginErasure(ctx: TenantContext, id: string): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    const marked = { erasing_at: ctx.now().toISOString() };
    if ((await ctx.db.update(contactsTable, { id, erasing_at: null }, marked)) === 0) return false;
    await enqueue(ctx, 'complete-erasure', { contactId: id }, afterStop(id));
    return true;
  });
}

/** The time after the last step of an erasure, in milliseconds. If no other step follows by then, a job completes it. */
const completeAfterMs = 60_000;

const afterStop = (contactId: string) => ({ orderKey: contactId, delayMs: completeAfterMs });

/** Completes the erasure of a contact whose process was killed. Does nothing when the contact no longer exists. */
export const completeErasure: JobHandler<JobPayloads['complete-erasure']> = {
  // A dead job would keep the personal data of the contact.
  maxAttempts: Number.POSITIVE_INFINITY,
  async run(ctx, job) {
    const { contactId } = job.payload;
    if (!(await contacts.find(ctx, contactId))) return;
    await eraseInSteps(ctx, contactId);
    await eraseContact(ctx, contactId, { job });
  },
};

const consentsOfContact: Part = { table: consentsTable, column: 'contact_id' };

async function identitiesOf({ db }: TenantContext, contactId: string): Promise<StoredIdentity[]> {
  const rows = await db.select(identitiesTable).where({ contact_id: contactId });
  return rows.map(identitiesTable.toRecord);
}

interface Erasure {
  /** Whether the caller's `eraseInSteps` has begun the erasure. */
  readonly hasBegun?: boolean;
  /** The job that completes the erasure, if it runs. */
  readonly job?: Job;
}

/**
 * Removes a contact and all of its personal data in one transaction, with records that were created since
 * `eraseInSteps`. Another job then removes the traces that other requests left meanwhile. Throws SVC-NOT-FOUND when
 * another request has erased the contact, but not when the job has completed an erasure that the caller has begun.
 */
export async function eraseContact(
  ctx: TenantContext,
  id: string,
  { hasBegun = false, job }: Erasure = {},
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockLimit(ctx, 'contacts');
    const known = await contacts.lock(ctx, id);
    if (!known && hasBegun && (await isCompletedByJob(ctx, id))) return;
    const contact = known ?? (await contacts.take(ctx, id));
    const left = await eraseRecords(ctx, id);
    const [own, identities] = await inOrder([idsOf(ctx, id), identitiesOf(ctx, id)]);
    const texts = addressForms(contact, identities);
    await keepSuppressions(ctx, contact, suppressedAddresses(contact.phone, identities));
    for (const identity of identities) await separate(ctx, identity);
    await inOrder([
      eraseEvents(ctx, own),
      ctx.db.remove(identitiesTable, { contact_id: id }),
      removeParts(ctx, [consentsOfContact], id),
      ctx.db.removeAll(contactMergesTable, { merged_into_id: id }),
    ]);
    const [, , jobs] = await inOrder([
      ctx.db.remove(contactsTable, { id }),
      job && completeJob(ctx, job),
      eraseJobsOf(ctx, [id]),
    ]);
    const erased = jobs.flatMap(textsIn);
    const erasedAt = ctx.now().toISOString();
    const object: ContactErasure = { id, erasedAt };
    recordEvent(ctx, 'contact.deleted', { object });
    const all = [...new Set([...texts, ...own, ...erased, ...left])];
    await eraseLaterTraces(ctx, id, { texts: all, erasedAt });
  });
}

/** Returns the texts that a waiting job looks for: the IDs that the steps of the erasure have found. */
function textsIn({ name, payload }: NamedJob): readonly string[] {
  if (name !== 'finish-erasure') return [];
  const { texts }: JobPayloads['finish-erasure'] = JSON.parse(payload);
  return texts;
}

/** Returns whether the job erased a contact. Only jobs do so as the system. */
async function isCompletedByJob({ db }: TenantContext, id: string): Promise<boolean> {
  const events = db.select(eventsTable).where({ subject_id: id, type: 'contact.deleted' });
  const event = await events.first();
  return event !== undefined && JSON.parse(event.body).actor.type === 'system';
}

/** Returns the ID of a contact and the IDs of the contacts that were merged into it. */
async function idsOf({ db }: TenantContext, contactId: string): Promise<string[]> {
  const merges = await db.select(contactMergesTable).where({ merged_into_id: contactId });
  return [contactId, ...merges.map(({ id }) => id)];
}

interface Progress {
  /** Called with the IDs of records before they are removed. */
  found(ids: readonly string[]): Promise<void>;
  /** Called after each step that may take long. */
  goesOn(): Promise<void>;
}

/**
 * Removes the conversations, messages, jobs and notes of a contact, and the texts of its tickets, deals and comments.
 * Returns the IDs of all of them.
 */
async function eraseRecords(
  ctx: TenantContext,
  contactId: string,
  progress?: Progress,
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
      await progress?.goesOn();
    }
    await inOrder([
      eraseNotes(ctx, 'contact_id', [contactId]),
      eraseFrom(ctx, 'ticket_changes', 'author_id', [contactId]),
    ]);
    await progress?.found(ids);
    await progress?.goesOn();
    for await (const some of inBatches(tickets)) await eraseTickets(ctx, some);
    for await (const some of inBatches(deals)) await eraseDeals(ctx, some);
    for await (const some of inBatches(comments)) await eraseComments(ctx, some);
    for await (const some of inBatches(conversations)) await eraseConversations(ctx, some);
    if (ids.length === 0) break;
    await progress?.goesOn();
    all.push(...ids);
  }
  return all;
}

/** Returns the IDs of some records of a contact. In a transaction, also locks the conversations. */
async function readPart({ db }: TenantContext, contactId: string): Promise<Found> {
  const own = db.select(conversationIds).where({ contact_id: contactId }).limit(partSize);
  const conversations = idsIn(await (db.inTransaction ? own.forUpdate() : own));
  // Two queries: with bitmap scans off, no index finds rows by one column or the other.
  const idsOfContact = async (table: RowsIn<RowOfContact>) => {
    const [direct, indirect] = await inOrder([
      db.select(table).where({ contact_id: contactId }).limit(partSize),
      conversations.length === 0
        ? []
        : db.select(table).whereIn('conversation_id', conversations).limit(partSize),
    ]);
    return [...new Set(idsIn([...direct, ...indirect]))];
  };
  const [tickets, deals, comments] = await inOrder([
    idsOfContact(ticketIds),
    idsOfContact(dealIds),
    db.select(commentIds).where({ author_id: contactId }).limit(partSize),
  ]);
  return { conversations, tickets, deals, comments: idsIn(comments) };
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
