import {
  addressVariants,
  type Channel,
  type Message,
  normalizeRecipient,
  ServiceError,
} from '@parley/contract/schemas';
import { addressOn, summaryOf } from '@parley/domain';
import { noteInbound as noteInboundOfContact, resolveContact } from '../contacts/service.ts';
import { noteInbound as noteInboundOfThread, receivingThread } from '../conversations/threads.ts';
import { findReceived, recordReceived } from '../messages/received.ts';
import { inSavepoint, type TenantContext } from '../tenancy/context.ts';
import { noteInbound as noteInboundOfChannel } from './service.ts';

// The one way in for what customers write, whoever brings it: a receiver's job or the simulator.

export interface InboundMessage {
  from: string;
  /** The provider's id: what came before changes nothing. */
  externalId: string;
  profileName: string | undefined;
  /** When the customer sent it, by the provider's clock. */
  at: string;
  content: Pick<Message, 'type' | 'text' | 'location' | 'interactive'>;
}

/** Makes contact, conversation, message and events in one transaction, or finds what it made before. */
export async function receiveMessage(
  ctx: TenantContext,
  channel: Channel,
  inbound: InboundMessage,
): Promise<{ duplicate: boolean; message: Message }> {
  const sender = normalizeRecipient(channel.type, inbound.from);
  if (!sender.ok) {
    const details = { channelType: channel.type, reason: sender.reason };
    throw new ServiceError('SVC-RECIPIENT-INVALID', details);
  }
  const known = await findReceived(ctx, channel.id, inbound.externalId);
  if (known) return { duplicate: true, message: known };
  try {
    return { duplicate: false, message: await takeIn(ctx, channel, sender, inbound) };
  } catch (error) {
    if (!(error instanceof ReceivedMeanwhile)) throw error;
    const message = await findReceived(ctx, channel.id, inbound.externalId);
    if (!message) throw error;
    return { duplicate: true, message };
  }
}

/** Thrown to undo everything: another transaction has taken the same message in. */
class ReceivedMeanwhile extends Error {
  override readonly name = 'ReceivedMeanwhile';
}

async function takeIn(
  ctx: TenantContext,
  channel: Channel,
  sender: Extract<ReturnType<typeof normalizeRecipient>, { ok: true }>,
  inbound: InboundMessage,
): Promise<Message> {
  const { address } = sender;
  const at = notAfter(ctx.now().getTime(), inbound.at);
  return await inSavepoint(ctx, async (ctx) => {
    const who = addressOn(channel, sender);
    const found = await resolveContact(ctx, who, 'inbound', inbound.profileName);
    const { contact } = found;
    const [first = address, ...others] = addressVariants(sender);
    const thread = await receivingThread(
      ctx,
      {
        channel,
        contact: summaryOf(contact),
        addresses: [first, ...others],
        source: 'inbound',
      },
      channel.settings.threading,
    );
    const message = await recordReceived(ctx, {
      channel,
      contact,
      thread,
      from: address,
      externalId: inbound.externalId,
      at,
      content: inbound.content,
    });
    if (!message) throw new ReceivedMeanwhile();
    await noteInboundOfThread(ctx, thread, message, at);
    await noteInboundOfContact(ctx, found, at);
    await noteInboundOfChannel(ctx, channel, at);
    return message;
  });
}

/** A provider's clock that is ahead must not keep a window open. */
function notAfter(nowMs: number, at: string): string {
  return Date.parse(at) > nowMs ? new Date(nowMs).toISOString() : at;
}
