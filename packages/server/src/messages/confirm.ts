import {
  confirmationMessage,
  lastMessageText,
  messageOf,
  reachedBy,
  refuseClosedWindow,
  sendPriority,
} from '@parley/domain';
import { appendEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { recordReached } from '../tenants/limits.ts';
import { contextOf, queuedEvent } from './advance.ts';
import { acceptMessage } from './statements/accept-message.ts';
import { messagesTable } from './table.ts';

/** The limit that counts messages. It never refuses a confirmation. */
const name = 'messagesPerMonth';

interface Confirmation {
  readonly channelId: string;
  readonly conversationId: string;
  readonly to: string;
  readonly text: string;
  /** ID of the message with which the contact decided. */
  readonly causeId: string;
}

/**
 * Queues the message that confirms an opt-out or opt-in, if the window of the conversation is open. Call it in the
 * transaction that writes the decision, so that each decision gets one confirmation.
 */
export async function sendConfirmation(
  ctx: TenantContext,
  { channelId, conversationId, to, text, causeId }: Confirmation,
): Promise<void> {
  const output = await ctx.db.run(acceptMessage, {
    channelId,
    addresses: { whatsapp: to, instagram: to, tiktok: to },
    conversationId,
    idempotency: undefined,
    writesEvents: false,
    decide({ channel, conversation, limit }) {
      const now = ctx.now();
      const refused = refuseClosedWindow(channel, conversation, now.getTime());
      if (refused) return refused;
      const made = { id: ctx.newId('msg'), at: now.toISOString() };
      const stored = confirmationMessage({ channel, conversation }, { text, to, causeId }, made);
      return {
        row: messagesTable.toRow(stored),
        message: messageOf(stored),
        priority: sendPriority(stored.sourceType),
        lastMessageText: lastMessageText(text),
        answer: undefined,
        reached: limit && reachedBy({ name, at: made.at }, limit, ctx.db.tenantId),
      };
    },
    queuedEvent: ({ row }, context) =>
      queuedEvent(ctx, messagesTable.toRecord(row), contextOf(context)),
  });
  if (output.kind !== 'accepted') return;
  if (output.event) appendEvent(ctx.db, output.event);
  recordReached(ctx, output.accepted.reached ?? []);
}
