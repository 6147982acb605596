import { apiPrefixes } from '@parley/contract';
import {
  addressVariants,
  type ChannelType,
  type Message,
  normalizeRecipient,
  type SendMessageBody,
  type TemplateRecord,
} from '@parley/contract/schemas';
import {
  addressOn,
  lastMessageText,
  messageContext,
  messageOf,
  notFound,
  outboundMessage,
  recipientOf,
  refuseMessage,
  type StoredChannel,
  type StoredContact,
  type StoredConversation,
  summaryOf,
  targetOf,
  templateFor,
} from '@parley/domain';
import { channels } from '../channels/service.ts';
import { contacts, resolveContact } from '../contacts/service.ts';
import { openConversation } from '../conversations/effects.ts';
import { conversations } from '../conversations/records.ts';
import { RunAgainError } from '../db/failures.ts';
import { appendEvent } from '../events/service.ts';
import { idempotencyRecordsTable, recordOf } from '../idempotency/table.ts';
import { templatesNamed } from '../templates/records.ts';
import { atOneMoment, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { replay } from '../tenancy/idempotency.ts';
import { webhookSubscriptionsTable } from '../webhook-endpoints/table.ts';
import { contextOf, queuedEvent } from './advance.ts';
import { throwRecorded, writeScheduled } from './schedule.ts';
import { getMessage } from './service.ts';
import { acceptMessage, writeAccepted } from './statements/accept-message.ts';
import type {
  Accepted,
  AcceptInput,
  AcceptOutput,
  LockedConversation,
} from './statements/accepted-message.ts';
import { messagesTable } from './table.ts';

// Sending is the hot path: one statement in a commit shared with concurrent sends. Only a missing conversation is
// created in a separate transaction.

/** Accepts a message and queues it. Creates a missing contact and conversation. */
export async function sendMessage(
  ctx: TenantContext,
  body: SendMessageBody,
  conversationId?: string,
): Promise<Message> {
  const [target, templates] = await Promise.all([findTarget(ctx, body), findTemplates(ctx, body)]);
  const input: AcceptInput = {
    channelId: body.channelId,
    addresses: addressesOf(body.to),
    conversationId,
    idempotency: ctx.idempotency,
    writesEvents: !ctx.db.inTransaction,
    decide: (locked) => decide(atOneMoment(ctx), body, { target, templates }, locked),
    queuedEvent: ({ row }, context) =>
      queuedEvent(ctx, messagesTable.toRecord(row), contextOf(context)),
  };
  if (body.sendAt !== undefined) return await schedule(ctx, body, input);
  const recipientKey = `${ctx.db.tenantId} ${body.channelId} ${body.to}`;
  for (;;) {
    const output = await ctx.db.run(acceptMessage, input);
    if (output.kind !== 'no_conversation' && output.kind !== 'undecided')
      return accepted(ctx, output);
    const beginning = beginnings.get(recipientKey);
    if (beginning) await beginning.catch(() => {});
    else if (output.kind === 'no_conversation')
      return await beginConversation(ctx, body, input, recipientKey);
  }
}

/** Conversations being created by this process, by channel and recipient. Concurrent sends to the same recipient wait for the first. */
const beginnings = new Map<string, Promise<Message>>();

async function beginConversation(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
  recipientKey: string,
): Promise<Message> {
  const beginning = inTransaction(ctx, async (ctx) => {
    const place = await openConversationFor(ctx, body, input);
    if (place.isNew) return await acceptFirst(ctx, input, place);
    const here = { ...input, conversationId: place.conversation.id, writesEvents: false };
    const output = await ctx.db.run(acceptMessage, here);
    if (output.kind === 'accepted' && output.event) appendEvent(ctx.db, output.event);
    return accepted(ctx, output);
  });
  beginnings.set(recipientKey, beginning);
  try {
    return await beginning;
  } finally {
    beginnings.delete(recipientKey);
  }
}

/** Accepts a message for a later time. */
async function schedule(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
): Promise<Message> {
  return await inTransaction(ctx, async (ctx) => {
    await throwRecorded(ctx, input.idempotency);
    const place = await openConversationFor(ctx, body, input);
    const decided = input.decide({ ...place, recipient: place.contact });
    if (!('row' in decided)) throw decided;
    return await writeScheduled(ctx, place, decided);
  });
}

/** The first message to a new contact: nothing has to be locked, so everything is written at once. */
async function acceptFirst(
  ctx: TenantContext,
  input: AcceptInput,
  { channel, conversation, contact, isQueuedAwaited }: Place,
): Promise<Message> {
  const decided = input.decide({ channel, conversation, recipient: contact });
  if (!('row' in decided)) throw decided;
  const { idempotency } = input;
  if (idempotency && decided.answer) {
    const record = recordOf(idempotency, decided.answer);
    // A request with an equal key has written its record since: run again, it is found.
    ctx.db.insertNew(idempotencyRecordsTable, record, async () => new RunAgainError());
  }
  ctx.db.write(writeAccepted, decided);
  if (isQueuedAwaited) {
    const context = messageContext(conversation, contact);
    appendEvent(ctx.db, queuedEvent(ctx, messagesTable.toRecord(decided.row), context));
  }
  return decided.message;
}

interface Place {
  channel: StoredChannel;
  contact: StoredContact;
  conversation: StoredConversation;
  /** The contact, and so the conversation, was made in this transaction. */
  isNew: boolean;
  /** An endpoint waits for the event of a queued message. */
  isQueuedAwaited: boolean;
}

async function openConversationFor(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
): Promise<Place> {
  const [channel, awaiting] = await Promise.all([
    channels.find(ctx, body.channelId),
    ctx.db.select(webhookSubscriptionsTable).where({ pattern: 'message.queued' }).first(),
  ]);
  if (!channel) throw notFound('channel', body.channelId);
  const recipient = recipientOf(body, channel);
  if (input.conversationId !== undefined) {
    const conversation = await conversations.take(ctx, input.conversationId);
    const contact = await contacts.take(ctx, conversation.contactId);
    return {
      channel,
      contact,
      conversation,
      isNew: false,
      isQueuedAwaited: awaiting !== undefined,
    };
  }
  const address = addressOn(channel, recipient);
  const { contact, isNew } = await resolveContact(ctx, [address], 'api');
  const [first = recipient.address, ...others] = addressVariants(recipient);
  const conversation = await openConversation(ctx, {
    channel,
    contact: summaryOf(contact),
    addresses: [first, ...others],
    source: 'api',
    isFirst: isNew,
  });
  return { channel, contact, conversation, isNew, isQueuedAwaited: awaiting !== undefined };
}

function accepted(ctx: TenantContext, output: AcceptOutput): Message {
  if (output.kind === 'accepted') return output.accepted.message;
  if (output.kind === 'refused') throw output.error;
  if (output.kind === 'recorded' && ctx.idempotency) throw replay(ctx.idempotency, output.answer);
  throw new Error(`a message was neither accepted nor refused: ${output.kind}`);
}

/** The records that a body names. */
interface Named {
  readonly target: Message | undefined;
  readonly templates: readonly TemplateRecord[];
}

function decide(
  ctx: TenantContext,
  body: SendMessageBody,
  { target, templates }: Named,
  { channel, conversation, recipient }: LockedConversation,
): Accepted | Error {
  const now = ctx.now();
  const refused = refuseMessage(
    body,
    { channel, conversation, recipient, target, templates },
    now.getTime(),
  );
  if (refused) return refused;
  const to = addressesOf(body.to)[channel.type] ?? conversation.address;
  const template = body.type === 'template' ? templateFor(body.template, templates) : undefined;
  const made = { id: ctx.newId('msg'), at: now.toISOString(), to, target, template };
  const stored = outboundMessage(body, { channel, conversation }, made);
  const message = Object.freeze(messageOf(stored));
  const answer = answerOf(ctx, message);
  if (answer instanceof Error) return answer;
  const { idempotency } = ctx;
  return {
    row: messagesTable.toRow(stored),
    message,
    lastMessageText: lastMessageText(stored.text),
    answer: idempotency && {
      fingerprint: idempotency.fingerprint,
      status: 202,
      body: answer,
      location: `${apiPrefixes[0]}/messages/${stored.id}`,
    },
  };
}

/** Returned, not thrown: other messages share the commit and must not fail with this one. */
function answerOf({ checkAnswer }: TenantContext, message: Message): string | Error {
  try {
    return checkAnswer ? checkAnswer(202, message) : JSON.stringify(message);
  } catch (error) {
    return error instanceof Error ? error : new Error('a message breaks the contract');
  }
}

/** The message that a new one replies or reacts to. Throws SVC-NOT-FOUND. */
async function findTarget(ctx: TenantContext, body: SendMessageBody): Promise<Message | undefined> {
  const named = targetOf(body);
  if (!named) return undefined;
  await channels.get(ctx, body.channelId);
  return await getMessage(ctx, named.id);
}

async function findTemplates(
  ctx: TenantContext,
  body: SendMessageBody,
): Promise<readonly TemplateRecord[]> {
  if (body.type !== 'template') return [];
  return await templatesNamed(ctx, body.channelId, body.template.name);
}

function addressesOf(to: string): Record<ChannelType, string | null> {
  const addressOn = (type: ChannelType) => {
    const recipient = normalizeRecipient(type, to);
    return recipient.ok ? recipient.address : null;
  };
  return {
    whatsapp: addressOn('whatsapp'),
    instagram: addressOn('instagram'),
    tiktok: addressOn('tiktok'),
  };
}
