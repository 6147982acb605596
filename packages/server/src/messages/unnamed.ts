import { echoableSince, type StoredMessage } from '@parley/domain';
import { escapeLike } from '../db/sql-writer.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { firstOfOrder } from '../jobs/statements/jobs-of-order.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { messagesTable } from './table.ts';

/** The maximum number of failed messages that an echo is compared with. */
const mostFailed = 100;

/**
 * Returns the outbound messages without an ID of the provider that an echo of a conversation may be a copy of. They are
 * the message that is being sent, and those that failed with an unknown outcome after `sentAt`, the time of the echo, or
 * up to 5 s before it. Reads only the first 100 of these, because a conversation may have 100,000 messages, and a
 * provider may state a time long ago.
 */
export async function unnamedMessages(
  ctx: TenantContext,
  conversationId: string,
  sentAt: string,
): Promise<StoredMessage[]> {
  // Messages of one conversation are sent one after the other, so the oldest job has the message that is being sent.
  const job = await ctx.db.run(firstOfOrder, { orderKey: conversationId });
  const isSend = job?.name === 'deliver-message';
  // The payload of this kind of job.
  const id = isSend && (JSON.parse(job.payload) as JobPayloads['deliver-message']).messageId;
  const ofConversation = {
    conversation_id: conversationId,
    direction: 'outbound',
    external_id: null,
  } as const;
  const sending = id
    ? await ctx.db.select(messagesTable).where({ ...ofConversation, id, status: 'sending' })
    : [];
  const failed = await ctx.db
    .select(messagesTable)
    .where({ ...ofConversation, status: 'failed' })
    .where('failed_at', '>=', echoableSince(sentAt))
    .whereLike('error', [`%${escapeLike('"reason":"unknown_outcome"')}%`])
    // Their attempts do not overlap, so the one with the time of the echo is among the first.
    .orderBy('failed_at')
    .limit(mostFailed);
  return [...sending, ...failed].map(messagesTable.toRecord);
}
