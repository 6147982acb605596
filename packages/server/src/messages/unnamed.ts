import { echoableSince, type StoredMessage } from '@parley/domain';
import type { JobPayloads } from '../jobs/payloads.ts';
import { firstOfOrder } from '../jobs/statements/jobs-of-order.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { messagesTable } from './table.ts';

/**
 * Returns the outbound messages without an ID of the provider that an echo of a conversation may be a copy of. They are
 * the message that is being sent, and those that failed after `sentAt`, the time of the echo, or up to 5 s before it.
 * Reads no others, because a conversation may have 100,000 messages.
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
    .where('failed_at', '>=', echoableSince(sentAt));
  return [...sending, ...failed].map(messagesTable.toRecord);
}
