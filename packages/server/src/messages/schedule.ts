import type { Message } from '@parley/contract/schemas';
import { startScheduled, withScheduled, withStarted } from '@parley/domain';
import { takeOver } from '../conversations/effects.ts';
import { conversations } from '../conversations/records.ts';
import { conversationsTable } from '../conversations/table.ts';
import { findAnswer, keepAnswer } from '../idempotency/records.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { type Idempotency, replay } from '../tenancy/idempotency.ts';
import {
  type AcceptedPlace,
  advanceWithTemplates,
  appendQueued,
  done,
  giveUpMessage,
} from './advance.ts';
import { enqueueDelivery } from './service.ts';
import type { Accepted } from './statements/accepted-message.ts';
import { messageEventsTable, messagesTable } from './table.ts';
import { firstEntryRow } from './timeline.ts';

// Before its time, a scheduled message has no job in the order of its conversation, because later messages would wait
// for it.

/** Writes a scheduled message and the job that starts it. Call it in a transaction. */
export async function writeScheduled(
  ctx: TenantContext,
  place: AcceptedPlace,
  { row, message, answer }: Accepted,
): Promise<Message> {
  const { conversation } = place;
  keepAnswer(ctx.db, ctx.idempotency, answer);
  await ctx.db.insert(messagesTable, row);
  const stored = messagesTable.toRecord(row);
  await ctx.db.insert(messageEventsTable, firstEntryRow(stored));
  const shown = withScheduled(conversation, stored);
  const patch = conversationsTable.toPatch(conversation, shown);
  await ctx.db.update(conversationsTable, { id: conversation.id }, patch);
  await enqueue(ctx, 'start-scheduled', { messageId: row.id }, startOf(ctx, message));
  appendQueued(ctx, stored, place);
  return message;
}

/**
 * Returns the options of the job that starts a scheduled message. The order key is the message's ID, so that canceling
 * the message finds the job. The lane is the channel, so that deleting the channel finds the job.
 */
function startOf(ctx: TenantContext, { id, channelId, scheduledAt }: Message) {
  const delayMs = Date.parse(scheduledAt ?? '') - ctx.now().getTime();
  return { orderKey: id, lane: channelId, delayMs: Math.max(0, delayMs) };
}

/** Throws a Replay of the stored response if an earlier request had the same idempotency key. */
export async function throwRecorded(
  ctx: TenantContext,
  idempotency: Idempotency | undefined,
): Promise<void> {
  if (!idempotency) return;
  const known = await findAnswer(ctx.db, idempotency);
  if (known) throw replay(idempotency, known);
}

/** Starts a scheduled message at its time: adds it to the queue of its conversation. */
export const startScheduledMessage: JobHandler<JobPayloads['start-scheduled']> = {
  maxAttempts: 100,
  async run(ctx, job) {
    const { messageId } = job.payload;
    await inTransaction(ctx, async (ctx) => {
      const now = ctx.now();
      const started = await advanceWithTemplates(
        ctx,
        messageId,
        (state) => {
          const start = startScheduled(state, now.getTime());
          if (start.kind === 'wait') {
            const delayMs = start.untilMs - now.getTime();
            return { result: undefined, job: { outcome: 'release', delayMs, error: null } };
          }
          const { step } = start;
          const result = start.kind === 'start' ? { ...state.message, ...step?.patch } : undefined;
          return { result, step, job: done };
        },
        { job },
      );
      if (!started) return;
      const conversation = await conversations.take(ctx, started.conversationId);
      const isByPerson = started.sourceType === 'inbox';
      const before = isByPerson ? await takeOver(ctx, conversation) : conversation;
      const after = withStarted(before, started, now.toISOString());
      const patch = conversationsTable.toPatch(before, after);
      await ctx.db.update(conversationsTable, { id: before.id }, patch);
      enqueueDelivery(ctx, started);
    });
  },
  async exhausted(ctx, job) {
    await giveUpMessage(ctx, job.payload.messageId);
  },
};
