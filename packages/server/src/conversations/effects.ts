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
  withInbound,
} from '@parley/domain';
import { RunAgainError } from '../db/failures.ts';
import { enqueue } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { withAssignee } from './assign.ts';
import { conversations } from './records.ts';
import { type Place, updateOfContact } from './statements/update-of-contact.ts';
import { conversationsTable } from './table.ts';

// The effects of messages and contacts on conversations. The conversations with one customer on one channel are
// numbered, and the newest one gets new messages.

export interface ConversationPlace extends Omit<NewConversation, 'address' | 'thread'> {
  /** The address used, then those under which the same customer may be known. */
  readonly addresses: readonly [string, ...string[]];
  /** The contact was made in this transaction: no conversation with it exists. */
  readonly isFirst?: boolean;
}

/** Returns the newest conversation with a customer, and creates it if there is none; in a transaction. */
export async function openConversation(
  ctx: TenantContext,
  { addresses, isFirst = false, ...place }: ConversationPlace,
): Promise<StoredConversation> {
  const newest = isFirst ? undefined : await lockNewest(ctx, place.channel.id, addresses);
  return newest ?? (await beginConversation(ctx, { ...place, address: addresses[0] }));
}

/** The conversation that an inbound message goes into, made, reopened or assigned where it must be; in a transaction. */
export async function receivingConversation(
  ctx: TenantContext,
  place: ConversationPlace,
  { channel, sender }: { channel: StoredChannel; sender: StoredContact },
): Promise<StoredConversation> {
  const conversation = await placeInConversation(ctx, place, { channel, sender });
  return await withAssignee(ctx, conversation, { channel, sender });
}

async function placeInConversation(
  ctx: TenantContext,
  place: ConversationPlace,
  { channel, sender }: { channel: StoredChannel; sender: StoredContact },
): Promise<StoredConversation> {
  const newest = await openConversation(ctx, place);
  switch (placeOfInbound(newest, channel.settings, sender)) {
    case 'newest':
      return newest;
    case 'reopened': {
      const after = reopened(newest, ctx.now().toISOString());
      await conversations.save(ctx, newest, after);
      return after;
    }
    case 'new': {
      const { address, thread } = newest;
      return await beginConversation(ctx, { ...place, address, thread: thread + 1 });
    }
  }
}

/** Counts and shows a message of the customer. */
export async function noteInbound(
  ctx: TenantContext,
  before: StoredConversation,
  message: StoredMessage,
): Promise<void> {
  const after = withInbound(before, message);
  const patch = conversationsTable.toPatch(before, after);
  await ctx.db.update(conversationsTable, { id: after.id }, patch);
}

/**
 * Keeps the summaries of a contact equal to its record, in the transaction that writes it: those of some conversations at
 * once, and those of the others by a job. A summary is not a change of the conversation.
 */
export async function updateContactSummary(
  ctx: TenantContext,
  contact: Conversation['contact'],
): Promise<void> {
  const payload = { contactId: contact.id };
  const isLong = await updateSomeSummaries(ctx, contact);
  if (isLong) await enqueue(ctx, 'show-contact', payload, { orderKey: contact.id });
}

/** Writes the summaries in some conversations, in a transaction. Returns where the next call goes on. */
export async function updateSomeSummaries(
  ctx: TenantContext,
  contact: Conversation['contact'],
  after?: Place,
): Promise<Place | undefined> {
  const cells = conversationsTable.toCells(contactFields(contact));
  return await ctx.db.run(updateOfContact, { contactId: contact.id, cells, after });
}

/** Returns the newest conversation with any of these addresses, under its lock. */
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
    .forUpdate()
    .first();
  return row && conversationsTable.toRecord(row);
}

/** Adds a conversation, in a transaction, which runs again when another one has added it. */
export async function beginConversation(
  ctx: TenantContext,
  place: NewConversation,
): Promise<StoredConversation> {
  const made = { id: ctx.newId('cnv'), at: ctx.now().toISOString() };
  const conversation = conversationRules.initial(place, made);
  // When another transaction has made it since, it is found.
  ctx.db.insertNew(
    conversationsTable,
    conversationsTable.toRow(conversation),
    async () => new RunAgainError(),
  );
  conversations.announce(ctx, conversation, await conversations.show(ctx, conversation));
  return conversation;
}
