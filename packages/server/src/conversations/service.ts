import type {
  Conversation,
  ListConversationMessagesQuery,
  Message,
  Page,
  SendConversationMessageBody,
} from '@parley/contract/schemas';
import { isDueToWake, markedRead, markedUnread, reopened } from '@parley/domain';
import { sendMessage } from '../messages/send.ts';
import { listMessages } from '../messages/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { conversations } from './records.ts';

export async function markRead(ctx: TenantContext, id: string): Promise<Conversation> {
  return await conversations.change(ctx, id, markedRead);
}

export async function markUnread(ctx: TenantContext, id: string): Promise<Conversation> {
  return await conversations.change(ctx, id, markedUnread);
}

export async function listConversationMessages(
  ctx: TenantContext,
  id: string,
  query: ListConversationMessagesQuery,
): Promise<Page<Message>> {
  await conversations.get(ctx, id);
  return await listMessages(ctx, { ...query, conversationId: [id] });
}

export async function sendConversationMessage(
  ctx: TenantContext,
  id: string,
  body: SendConversationMessageBody,
): Promise<Message> {
  const { channelId, address } = await conversations.get(ctx, id);
  return await sendMessage(ctx, { ...body, channelId, to: address }, id);
}

/** The time has come that a conversation was snoozed until. */
export async function wake(ctx: TenantContext, id: string, snoozedUntil: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await conversations.lock(ctx, id);
    if (!before || !isDueToWake(before, snoozedUntil)) return;
    await conversations.save(ctx, before, reopened(before, ctx.now().toISOString()));
  });
}
