import type {
  ListMessagesQuery,
  Message,
  MessageEvent,
  Page,
  PageQuery,
  SimulateStatusBody,
} from '@parley/contract/schemas';
import {
  cancel,
  type MessageState,
  type MessageStep,
  messageFilters,
  messageOf,
  notFound,
  notFoundIn,
  retry,
  type StoredMessage,
  sendPriority,
  simulatedStep,
} from '@parley/domain';
import { defineList } from '../crud/list.ts';
import { fromFlag, fromJson } from '../db/columns.ts';
import { listOf, paginate } from '../db/cursor.ts';
import { RunAgainError } from '../db/failures.ts';
import { enqueueJob } from '../jobs/statements/enqueue-job.ts';
import { freeNextJob } from '../jobs/statements/free-jobs.ts';
import { removeOfOrder } from '../jobs/statements/jobs-of-order.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { hasLimit, noteCounted } from '../tenants/limits.ts';
import { advance, advanceWithTemplates } from './advance.ts';
import { byConversation } from './by-conversation.ts';
import { deliveryOf } from './statements/accepted-message.ts';
import {
  type MessageEventRow,
  type MessageRow,
  messageEventsTable,
  messagesTable,
} from './table.ts';
import { firstEntryRow } from './timeline.ts';

export const listMessages = defineList<StoredMessage, Message, ListMessagesQuery, MessageRow>(
  messagesTable,
  { filters: messageFilters },
  {
    filters: {
      status: (statuses, sql, _ctx, help) =>
        // A literal, because a query with a parameter cannot use the index of failed messages. Elsewhere, Postgres would
        // prefer this index to that of a conversation.
        help === 'in order'
          ? "messages.status = 'failed'"
          : sql.isAnyOf('messages.status', statuses),
    },
    make: (stored) => ({ record: messageOf(stored) }),
    narrow: byConversation,
  },
);

const timelineList = listOf<MessageEventRow>('message events', { id: 'id' });

export async function getMessage(ctx: TenantContext, id: string): Promise<Message> {
  const row = await ctx.db.select(messagesTable).where({ id }).first();
  if (!row) throw notFound('message', id);
  return messageOf(messagesTable.toRecord(row));
}

export async function listMessageEvents(
  ctx: TenantContext,
  id: string,
  page: PageQuery,
): Promise<Page<MessageEvent>> {
  const select = ctx.db.select(messageEventsTable).where('message_id', id);
  const listing = { sort: 'id', page, filters: { messageId: id } };
  const { rows, nextCursor } = await paginate(ctx.db, select, timelineList, listing);
  // Afterwards, as in `listOf`.
  await getMessage(ctx, id);
  return { data: rows.map(toMessageEvent), nextCursor };
}

export async function cancelMessage(ctx: TenantContext, id: string): Promise<Message> {
  return await inTransaction(ctx, async (ctx) => {
    const found = await getMessage(ctx, id);
    // Locks the job before the message, in the same order as a worker. After this, no other message waits for it.
    const payload = JSON.stringify({ messageId: id });
    await ctx.db.run(removeOfOrder, {
      orderKey: found.conversationId,
      name: 'deliver-message',
      payload,
    });
    ctx.db.write(freeNextJob, { orderKey: found.conversationId });
    if (found.scheduledAt !== null) {
      await ctx.db.run(removeOfOrder, { orderKey: id, name: 'start-scheduled', payload });
    }
    return await step(ctx, id, cancel);
  });
}

export async function retryMessage(ctx: TenantContext, id: string): Promise<Message> {
  return await inTransaction(ctx, async (ctx) => {
    const message = await step(ctx, id, retry, advanceWithTemplates);
    enqueueDelivery(ctx, { ...message, sourceType: message.source.type });
    return message;
  });
}

/** Queues the job that sends a message which was accepted earlier. Call it in a transaction. */
export function enqueueDelivery(
  ctx: TenantContext,
  { id, conversationId, channelId, sourceType }: Delivered,
): void {
  const row = { id, conversation_id: conversationId, channel_id: channelId };
  const job = deliveryOf({ ...row, created_at: ctx.now().toISOString() }, sendPriority(sourceType));
  ctx.db.write(enqueueJob, job);
}

type Delivered = Pick<StoredMessage, 'id' | 'conversationId' | 'channelId' | 'sourceType'>;

/**
 * Applies a simulated status report about a message of this channel. Throws SVC-NOT-FOUND when the channel does not have
 * the message, and SVC-INVALID-TRANSITION for a message of a customer.
 */
export async function reportStatus(
  ctx: TenantContext,
  channelId: string,
  body: SimulateStatusBody,
): Promise<Message> {
  const message = await getMessage(ctx, body.messageId);
  if (message.channelId !== channelId) throw notFoundIn('channel', 'message', message.id);
  return await step(ctx, message.id, (state, now) => simulatedStep(state, body, now));
}

/** Returns the message of a channel with this ID of the provider; undefined without one. */
export async function findByExternalId(
  ctx: TenantContext,
  channelId: string,
  externalId: string,
  direction?: Message['direction'],
): Promise<StoredMessage | undefined> {
  const row = await ctx.db
    .select(messagesTable)
    .where({ channel_id: channelId, external_id: externalId, ...(direction && { direction }) })
    .orderBy('direction')
    .first();
  return row && messagesTable.toRecord(row);
}

/** The limit that counts messages. It never refuses those that a provider reports. */
const reportedLimit = 'messagesPerMonth';

/** Returns whether the messages of the tenant are counted. Call it before `insertReported`, and before other writes. */
export async function areCounted(ctx: TenantContext): Promise<boolean> {
  return await hasLimit(ctx, reportedLimit);
}

/**
 * Writes a message that a provider reports. Call it in a transaction, which runs again if another one has stored a
 * message with its `externalId` since.
 */
export async function insertReported(
  ctx: TenantContext,
  message: StoredMessage,
  isCounted: boolean,
): Promise<void> {
  const stored = async () => new RunAgainError();
  ctx.db.insertNew(messagesTable, messagesTable.toRow(message), stored);
  await ctx.db.insert(messageEventsTable, firstEntryRow(message));
  if (isCounted) await noteCounted(ctx, { name: reportedLimit, at: message.createdAt });
}

async function step(
  ctx: TenantContext,
  id: string,
  take: (state: MessageState, now: string) => MessageStep,
  advancing = advance<Message>,
): Promise<Message> {
  const message = await advancing(ctx, id, (state) => {
    const taken = take(state, ctx.now().toISOString());
    return { result: messageOf({ ...state.message, ...taken.patch }), step: taken };
  });
  if (!message) throw notFound('message', id);
  return message;
}

function toMessageEvent(row: MessageEventRow): MessageEvent {
  return {
    type: row.type,
    at: row.at,
    receivedAt: row.received_at,
    ignored: fromFlag(row.ignored),
    error: row.error === null ? null : fromJson(row.error),
  };
}
