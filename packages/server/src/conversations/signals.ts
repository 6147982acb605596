import { transientError } from '@parley/contract/schemas';
import { isTypingShown, type Signal, typingMs } from '@parley/domain';
import { openConnection } from '../channels/adapters/connections.ts';
import { refused } from '../channels/adapters/outcomes.ts';
import { pauseMsOf, reportChannelError } from '../channels/service.ts';
import { rowsIn } from '../db/rows-in.ts';
import type { RowOf } from '../db/table.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue, releaseJob } from '../jobs/queue.ts';
import { type LimitDeps, pauseAfter, takeAppTurn } from '../messages/limits.ts';
import { messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type ConversationRow, conversationsTable } from './table.ts';

// Typing indicators and read receipts. A request writes a job, which asks the provider to show the signal.

type LatestMessage = Pick<
  RowOf<typeof messagesTable>,
  'id' | 'conversation_id' | 'direction' | 'external_id' | 'created_at'
>;
const latestMessages = rowsIn<LatestMessage>(messagesTable.name, ['direction', 'external_id']);
/**
 * The number of latest messages among which the customer's newest one is searched. An older message is too old for a
 * signal.
 */
const mostRead = 100;

/** Queues a signal about the customer's newest message. Does nothing when there is none. */
export async function queueSignal(
  ctx: TenantContext,
  conversationId: string,
  kind: Signal,
): Promise<void> {
  const newest = await ctx.db
    .select(latestMessages)
    .where({ conversation_id: conversationId })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRead);
  const externalId = newest.find(({ direction }) => direction === 'inbound')?.external_id;
  if (externalId) await enqueue(ctx, 'signal-customer', { conversationId, kind, externalId });
}

/**
 * Asks the provider to show a signal, within the messages per second of the channel. If the answer is lost, the job
 * repeats a read receipt, because the customer sees no difference. It sends a typing indicator only once.
 */
export function signalCustomer(deps: LimitDeps): JobHandler<JobPayloads['signal-customer']> {
  const { adapters, secrets, pace } = deps;
  return {
    slots: { atOnce: 8, ofTenant: 4 },
    maxAttempts: 5,
    async run(ctx, job) {
      const { conversationId, kind, externalId } = job.payload;
      const ageMs = ctx.now().getTime() - Date.parse(job.createdAt);
      if (kind === 'typing' && ageMs > typingMs) return;
      const row = await ctx.db.select(conversationsTable).where({ id: conversationId }).first();
      if (!row) return;
      const { channelId, address: to } = conversationsTable.toRecord(row);
      const opened = await openConnection(ctx, secrets, channelId);
      if ('refusal' in opened) return;
      const { connection } = opened;
      const { provider, status } = connection.channel;
      if (status !== 'active' || !adapters[provider].signal) return;
      const pauseMs = await pauseMsOf(ctx, channelId);
      if (pauseMs > 0) {
        if (kind === 'read') await releaseJob(ctx, job, pauseMs);
        return;
      }
      if (kind === 'typing' && !(await takesTyping(ctx, row))) return;
      const further = await takeAppTurn(ctx, deps, connection);
      if (further?.kind === 'later') {
        if (kind === 'read') await releaseJob(ctx, job, further.inMs);
        return;
      }
      await pace.inTurn(ctx, channelId, async () => connection, further?.turns);
      const answer = await adapters[provider].signal(connection, { kind, to, externalId });
      if (answer === undefined) return;
      const given = answer === 'unknown' ? refused(transientError, null) : answer;
      await pauseAfter(ctx, deps, channelId, { kind: 'refused', ...given });
      const { error, providerCode } = given;
      if (error.automaticRetry && kind === 'read') {
        throw new Error(`the provider did not show the signal ${kind}`);
      }
      ctx.log.warn({ channelId, kind, providerCode }, 'the provider refused a signal');
      if (error.code !== 'SVC-CHANNEL-UNAVAILABLE') return;
      const connectionVersion = connection.version;
      await reportChannelError(ctx, channelId, { error, providerCode, connectionVersion });
    },
  };
}

/**
 * Returns whether this worker may send a typing indicator: false when the customer still sees one, or when another
 * worker is about to send one.
 */
async function takesTyping(ctx: TenantContext, row: ConversationRow): Promise<boolean> {
  const nowMs = ctx.now().getTime();
  const { id, typing_at } = row;
  if (isTypingShown(conversationsTable.toRecord(row), typing_at, nowMs)) return false;
  return (await ctx.db.update(conversationsTable, { id, typing_at }, { typing_at: nowMs })) > 0;
}
