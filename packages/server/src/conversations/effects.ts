import type { Conversation } from '@parley/contract/schemas';
import {
  contactFields,
  conversationRules,
  type NewConversation,
  placeOfInbound,
  reopened,
  type StoredChannel,
  type StoredContact,
  type StoredConversation,
  type StoredMessage,
  takenOver,
  withInbound,
} from '@parley/domain';
import { RunAgainError } from '../db/failures.ts';
import { enqueue } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { withAssignee } from './assign.ts';
import { conversations } from './records.ts';
import { type Place, updateOfContact } from './statements/update-of-contact.ts';
import { conversationsTable } from './table.ts';

// How messages and contacts change conversations. The conversations with one customer on one channel are numbered. New
// messages go to the newest one.

export interface ConversationPlace extends Omit<NewConversation, 'address' | 'thread'> {
  /** The address of the message, then other addresses of the same customer. */
  readonly addresses: readonly [string, ...string[]];
  /** Whether this transaction has created the contact, which therefore has no conversation. */
  readonly isFirst?: boolean;
}

/**
 * Returns the newest conversation with a customer, under a lock, and creates it if there is none. Call it in a
 * transaction.
 */
export async function openConversation(
  ctx: TenantContext,
  { addresses, isFirst = false, ...place }: ConversationPlace,
): Promise<StoredConversation> {
  const newest = isFirst ? undefined : await lockNewest(ctx, place.channel.id, addresses);
  return newest ?? (await beginConversation(ctx, { ...place, address: addresses[0] }));
}

/** The conversation for an inbound message. */
interface Receiving {
  readonly conversation: StoredConversation;
  /** The ID of the closed conversation that the message would have reopened; undefined unless it starts a new one. */
  readonly previousId?: string;
}

/**
 * Returns the conversation for an inbound message. Creates, reopens or assigns it if needed. Call it in a transaction.
 */
export async function receivingConversation(
  ctx: TenantContext,
  place: ConversationPlace,
  { channel, sender }: { channel: StoredChannel; sender: StoredContact },
): Promise<Receiving> {
  const { conversation, ...rest } = await placeInConversation(ctx, place, { channel, sender });
  const assigned = await withAssignee(ctx, conversation, { channel, sender });
  return { ...rest, conversation: assigned };
}

async function placeInConversation(
  ctx: TenantContext,
  place: ConversationPlace,
  { channel, sender }: { channel: StoredChannel; sender: StoredContact },
): Promise<Receiving> {
  const newest = await openConversation(ctx, place);
  switch (placeOfInbound(newest, channel.settings, sender)) {
    case 'newest':
      return { conversation: newest };
    case 'reopened': {
      const conversation = reopened(newest, ctx.now().toISOString());
      await conversations.save(ctx, newest, conversation);
      return { conversation };
    }
    case 'new': {
      const { id: previousId, address, thread } = newest;
      const next = { ...place, address, thread: thread + 1 };
      return { conversation: await beginConversation(ctx, next), previousId };
    }
  }
}

/** Opens a `pending` conversation because a person writes in it. Call it in a transaction that has locked it. */
export async function takeOver(
  ctx: TenantContext,
  before: StoredConversation,
): Promise<StoredConversation> {
  const after = takenOver(before, ctx.now().toISOString());
  if (after !== before) await conversations.save(ctx, before, after);
  return after;
}

/** Updates a conversation for an inbound message: its counts and its last message. */
export function noteInbound(
  ctx: TenantContext,
  before: StoredConversation,
  message: StoredMessage,
): void {
  const after = withInbound(before, message);
  ctx.db.patch(conversationsTable, { id: after.id }, conversationsTable.toPatch(before, after));
}

/**
 * Copies the summary of a changed contact into its conversations: into some at once; a job does the others. Call it in
 * the transaction that writes the contact. Records no event about the conversations.
 */
export async function updateContactSummary(
  ctx: TenantContext,
  contact: Conversation['contact'],
): Promise<void> {
  const payload = { contactId: contact.id };
  const isLong = await updateSomeSummaries(ctx, contact);
  if (isLong) await enqueue(ctx, 'show-contact', payload, { orderKey: contact.id });
}

/**
 * Writes the summary of a contact into some conversations. Call it in a transaction. Pass the result as `after` to the
 * next call; undefined when no conversations remain.
 */
export async function updateSomeSummaries(
  ctx: TenantContext,
  contact: Conversation['contact'],
  after?: Place,
): Promise<Place | undefined> {
  const cells = conversationsTable.toCells(contactFields(contact));
  return await ctx.db.run(updateOfContact, { contactId: contact.id, cells, after });
}

/** Returns and locks the newest conversation with any of these addresses; undefined without one. */
export async function lockNewest(
  ctx: TenantContext,
  channelId: string,
  addresses: readonly string[],
): Promise<StoredConversation | undefined> {
  const row = await ctx.db
    .select(conversationsTable)
    .where({ channel_id: channelId })
    .whereIn('address', addresses)
    .orderBy('thread', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forChange()
    .first();
  return row && conversationsTable.toRecord(row);
}

/**
 * Creates a conversation. Call it in a transaction, which runs again if another transaction creates the
 * conversation first.
 */
export async function beginConversation(
  ctx: TenantContext,
  place: NewConversation,
): Promise<StoredConversation> {
  const made = { id: ctx.newId('cnv'), at: ctx.now().toISOString() };
  const conversation = conversationRules.initial(place, made);
  // If another transaction has created it since, the repeated transaction finds it.
  ctx.db.insertNew(
    conversationsTable,
    conversationsTable.toRow(conversation),
    async () => new RunAgainError(),
  );
  conversations.announce(ctx, await conversations.show(ctx, conversation));
  return conversation;
}
