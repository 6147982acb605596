import type {
  Conversation,
  ListConversationMessagesQuery,
  Message,
  SendConversationMessageBody,
} from '@parley/contract/schemas';
import {
  isDueToWake,
  isTypingShown,
  type MessageSource,
  markedRead,
  markedUnread,
  notFound,
  refuseTyping,
  reopened,
  showsRead,
} from '@parley/domain';
import { LRUCache } from 'lru-cache';
import { channels } from '../channels/service.ts';
import { contacts } from '../contacts/records.ts';
import { listOf } from '../crud/owned.ts';
import { RunAgainError } from '../db/failures.ts';
import { measuringRefusals } from '../messages/refusals.ts';
import { sendMessage } from '../messages/send.ts';
import { listMessages } from '../messages/service.ts';
import { recent } from '../recent.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { conversations } from './records.ts';
import { queueSignal } from './signals.ts';

export async function markRead(ctx: TenantContext, id: string): Promise<Conversation> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await conversations.take(ctx, id);
    if (before.unreadCount > 0) {
      const { settings } = await getCurrentTenant(ctx);
      if (showsRead(before, settings)) await queueSignal(ctx, id, 'read');
    }
    return await conversations.save(ctx, before, markedRead(before));
  });
}

/**
 * The times at which this process last queued a typing indicator, by tenant and conversation. While the indicator is
 * still shown, a new request writes nothing. The job checks whether another process has sent one.
 */
const typingIndicators = new LRUCache<string, number>(recent(10_000));

/**
 * Shows a typing indicator, unless the customer still sees the last one. Throws the error of `refuseTyping` when the
 * network cannot show it now.
 */
export async function showTyping(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const conversation = await conversations.find(ctx, id);
    if (!conversation) throw notFound('conversation', id);
    const [channel, contact, { settings }] = await Promise.all([
      channels.get(ctx, conversation.channelId),
      contacts.find(ctx, conversation.contactId),
      getCurrentTenant(ctx),
    ]);
    // The contact was merged or erased since the conversation was read.
    if (!contact) throw new RunAgainError();
    const nowMs = ctx.now().getTime();
    const refused = refuseTyping({ channel, contact, conversation, settings }, nowMs);
    if (refused) throw refused;
    const key = `${ctx.db.tenantId} ${id}`;
    const shownAtMs = typingIndicators.get(key);
    if (shownAtMs !== undefined && isTypingShown(conversation, shownAtMs, nowMs)) return;
    await queueSignal(ctx, id, 'typing');
    ctx.db.afterCommit(() => typingIndicators.set(key, nowMs));
  });
}

export async function markUnread(ctx: TenantContext, id: string): Promise<Conversation> {
  return await conversations.change(ctx, id, markedUnread);
}

export const listConversationMessages = listOf(
  conversations,
  async (ctx, id, query: ListConversationMessagesQuery) =>
    await listMessages(ctx, { ...query, conversationId: [id] }),
);

export async function sendConversationMessage(
  ctx: TenantContext,
  id: string,
  body: SendConversationMessageBody,
  source?: MessageSource,
): Promise<Message> {
  const { channelId, address } = await conversations.get(ctx, id);
  const whole = { ...body, channelId, to: address };
  return await measuringRefusals(ctx, channelId, () =>
    sendMessage(ctx, whole, { conversationId: id, source }),
  );
}

/**
 * Reopens a conversation when its snooze ends at the time `snoozedUntil`. Does nothing when it has been opened, closed
 * or snoozed to another time since.
 */
export async function wake(ctx: TenantContext, id: string, snoozedUntil: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await conversations.lock(ctx, id);
    if (!before || !isDueToWake(before, snoozedUntil)) return;
    await conversations.save(ctx, before, reopened(before, ctx.now().toISOString()));
  });
}
