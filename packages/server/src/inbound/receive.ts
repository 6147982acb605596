import { addressVariants, type Channel, type Message } from '@parley/contract/schemas';
import {
  addressOn,
  type InboundContent,
  inboundMessage,
  messageContext,
  messageOf,
  recipientOn,
  type StoredContact,
  type StoredConversation,
  senderOf,
  summaryOf,
} from '@parley/domain';
import { noteInbound as noteInboundOfChannel } from '../channels/service.ts';
import { noteInbound as noteInboundOfContact, resolveContact } from '../contacts/service.ts';
import { noteInbound as noteInboundOfThread, receivingThread } from '../conversations/threads.ts';
import { recordEvent } from '../events/service.ts';
import { findReceived, insertReceived } from '../messages/service.ts';
import { inSavepoint, type TenantContext } from '../tenancy/context.ts';

// Every inbound message is written here, whichever provider reports it: contact, conversation, message, events and
// the times of the last message, in one transaction.

export interface Inbound {
  from: string;
  /** The provider's id: a repeated message changes nothing. */
  externalId: string;
  profileName: string | undefined;
  /** When the customer sent it, by the provider's clock. */
  sentAt: string;
  content: InboundContent;
}

/** Takes a message in, or finds it where it was taken in before. Throws SVC-RECIPIENT-INVALID for a sender of another network. */
export async function receiveMessage(
  ctx: TenantContext,
  channel: Channel,
  inbound: Inbound,
): Promise<{ duplicate: boolean; message: Message }> {
  const sender = recipientOn(channel.type, inbound.from);
  const find = () => findReceived(ctx, channel.id, inbound.externalId);
  const known = await find();
  if (known) return { duplicate: true, message: known };
  try {
    const message = await inSavepoint(ctx, (ctx) => takeIn(ctx, channel, sender, inbound));
    return { duplicate: false, message };
  } catch (error) {
    if (!(error instanceof ReceivedMeanwhile)) throw error;
    const message = await find();
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
  sender: ReturnType<typeof recipientOn>,
  { externalId, profileName, sentAt, content }: Inbound,
): Promise<Message> {
  const { address } = sender;
  const found = await resolveContact(ctx, addressOn(channel, sender), 'inbound', profileName);
  const [first = address, ...others] = addressVariants(sender);
  const place = {
    channel,
    contact: summaryOf(found.contact),
    addresses: [first, ...others],
    source: 'inbound',
    isFirst: found.isNew,
  } as const;
  const conversation = await receivingThread(ctx, place, channel.settings);
  const made = { id: ctx.newId('msg'), at: ctx.now().toISOString() };
  const stored = inboundMessage(
    content,
    { channel, conversation },
    { ...made, from: address, externalId, sentAt },
  );
  if (!(await insertReceived(ctx, stored))) throw new ReceivedMeanwhile();
  const message = messageOf(stored);
  recordReceived(ctx, message, { contact: found.contact, conversation });
  await noteInboundOfThread(ctx, conversation, stored);
  await noteInboundOfContact(ctx, found, stored.createdAt);
  await noteInboundOfChannel(ctx, channel, stored.createdAt);
  return message;
}

function recordReceived(
  ctx: TenantContext,
  message: Message,
  { contact, conversation }: { contact: StoredContact; conversation: StoredConversation },
): void {
  recordEvent({ ...ctx, actor: senderOf(message) }, 'message.received', {
    subject: { type: 'message', id: message.id },
    object: message,
    context: messageContext(conversation, contact),
  });
}
