import type { Channel } from '@parley/contract/schemas';
import {
  echoed,
  echoedMessage,
  echoWaitsFor,
  mayBeEchoed,
  messageContext,
  messageOf,
  recipientOn,
  reported,
  withEcho,
} from '@parley/domain';
import { noteOutbound as noteOutboundOfChannel } from '../channels/service.ts';
import { noteOutbound as noteOutboundOfContact } from '../contacts/service.ts';
import { openConversation, takeOver } from '../conversations/effects.ts';
import { conversationsTable } from '../conversations/table.ts';
import { recordEvent } from '../events/service.ts';
import { queueDownloads } from '../media/queue-downloads.ts';
import { advance } from '../messages/advance.ts';
import { areCounted, insertReported } from '../messages/service.ts';
import { messagesTable } from '../messages/table.ts';
import { unnamedMessages } from '../messages/unnamed.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { aliasesOn, contentOf, placeOf, type Reported } from './receive.ts';

// Handles echoes: copies of messages that the business sent outside of Parley, or through Parley.

export interface Echo extends Reported {
  /** The addresses of the recipient. The message was sent to the first one. */
  readonly to: readonly [string, ...string[]];
  /** When the webhook was received, by the clock of the server. */
  readonly receivedAt: string;
}

/** Thrown while a message of the conversation is being sent, because the echo may be a copy of that message. */
class EchoTooEarly extends Error {
  override readonly name = 'EchoTooEarly';
}

/**
 * Stores a message that the business sent outside of Parley, once. An echo of a message that Parley sent changes only
 * its status. Throws while a message of the conversation is being sent, because the echo may be a copy of that message.
 */
export async function receiveEcho(ctx: TenantContext, channel: Channel, echo: Echo): Promise<void> {
  const { externalId, sentAt, receivedAt, profile } = echo;
  const named = { channel_id: channel.id, direction: 'outbound', external_id: externalId } as const;
  if (await ctx.db.select(messagesTable).where(named).first()) return;
  const [used, ...others] = echo.to;
  const persons = [recipientOn(channel.type, used), ...aliasesOn(channel.type, others)] as const;
  await inTransaction(ctx, async (ctx) => {
    const isCounted = await areCounted(ctx);
    const { found, place } = await placeOf(ctx, channel, persons, profile);
    const conversation = await openConversation(ctx, { ...place, source: 'inbox' });
    const content = await contentOf(ctx, channel.id, echo);
    const now = ctx.now();
    const unnamed = await unnamedMessages(ctx, conversation.id, sentAt);
    const inTime = unnamed.filter((message) => mayBeEchoed(message, sentAt));
    const awaited = unnamed.filter((message) =>
      echoWaitsFor(message, { receivedAt, nowMs: now.getTime() }),
    );
    const own = echoed(inTime, content, sentAt);
    if (own) {
      const report = { status: 'sent', at: sentAt, externalId } as const;
      const step = (state: Parameters<typeof reported>[0]) =>
        reported(state, report, now.toISOString());
      await advance(ctx, own.id, (state) => ({ result: null, step: step(state) }));
      return;
    }
    if (awaited.length > 0) throw new EchoTooEarly(`${awaited.length} messages are being sent`);
    const made = { id: ctx.newId('msg'), at: now.toISOString() };
    const stored = echoedMessage(
      content,
      { channel, conversation },
      { ...made, to: persons[0].address, externalId, sentAt },
    );
    await insertReported(ctx, stored, isCounted);
    await queueDownloads(ctx, channel, stored);
    const before = await takeOver(ctx, conversation);
    const after = withEcho(before, stored);
    const patch = conversationsTable.toPatch(before, after);
    await ctx.db.update(conversationsTable, { id: after.id }, patch);
    await noteOutboundOfContact(ctx, found, stored.createdAt);
    await noteOutboundOfChannel(ctx, channel, stored.createdAt);
    recordEvent(ctx, 'message.sent', {
      object: messageOf(stored),
      context: messageContext(before, found.contact),
    });
  });
}
