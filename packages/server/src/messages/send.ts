import { apiPrefixes } from '@parley/contract';
import {
  addressVariants,
  type ChannelType,
  type Message,
  normalizeRecipient,
  type SendMessageBody,
  ServiceError,
} from '@parley/contract/schemas';
import { addressOn, fold, summaryOf } from '@parley/domain';
import { getChannel, readSettings } from '../channels/service.ts';
import { resolveContact } from '../contacts/service.ts';
import { lastMessageText, openThread } from '../conversations/threads.ts';
import { atOneMoment, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { replay } from '../tenancy/idempotency.ts';
import * as repository from './repository.ts';
import {
  isSendable,
  refuseContent,
  refuseUnavailable,
  refuseWindow,
  type Sendable,
} from './send-rules.ts';
import { getMessage } from './service.ts';
import { acceptMessage } from './statements/accept-message.ts';
import type {
  Accepted,
  AcceptInput,
  AcceptOutput,
  ThreadChannel,
  ThreadConversation,
} from './statements/accepted-message.ts';
import { queuedEvent } from './steps.ts';
import type { MessageRow } from './table.ts';
import { describeTemplate } from './template.ts';

// Sending is the hot path: one statement in a commit that it shares with others of the same moment.
// Only when a thread does not exist yet, it is begun in a transaction of its own.

/** Accepts a message and queues it. Contact and conversation are made where they are missing. */
export async function sendMessage(
  ctx: TenantContext,
  body: SendMessageBody,
  conversationId?: string,
): Promise<Message> {
  const replyTo = await findReplyTo(ctx, body);
  const input: AcceptInput = {
    channelId: body.channelId,
    addresses: addressesOf(body.to),
    conversationId,
    idempotency: ctx.idempotency,
    writesEvents: !ctx.db.inTransaction,
    decide: (channel, conversation) =>
      decide(atOneMoment(ctx), body, replyTo, channel, conversation),
    queuedEvent: ({ message }, thread) => queuedEvent(ctx, message, thread),
  };
  const thread = `${ctx.db.tenantId} ${body.channelId} ${body.to}`;
  for (;;) {
    const output = await ctx.db.run(acceptMessage, input);
    if (output.kind !== 'no_thread' && output.kind !== 'undecided') return accepted(ctx, output);
    const beginning = beginnings.get(thread);
    if (beginning) await beginning.catch(() => {});
    else if (output.kind === 'no_thread') return await beginThread(ctx, body, input, thread);
  }
}

/** Threads that are being begun by this process: those who want the same one wait for it. */
const beginnings = new Map<string, Promise<Message>>();

async function beginThread(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
  thread: string,
): Promise<Message> {
  const beginning = inTransaction(ctx, async (ctx) => {
    const place = await openThreadFor(ctx, body, input);
    const here = { ...input, conversationId: place.id, writesEvents: false };
    const output = await ctx.db.run(acceptMessage, here);
    if (output.kind === 'accepted' && output.event) ctx.db.appendEvent(output.event);
    return accepted(ctx, output);
  });
  beginnings.set(thread, beginning);
  try {
    return await beginning;
  } finally {
    beginnings.delete(thread);
  }
}

async function openThreadFor(ctx: TenantContext, body: SendMessageBody, input: AcceptInput) {
  if (input.conversationId !== undefined) {
    throw new ServiceError('SVC-NOT-FOUND', { resource: 'conversation', id: input.conversationId });
  }
  const channel = await getChannel(ctx, body.channelId);
  const { id, type, status, statusReason: status_reason } = channel;
  const unavailable = refuseUnavailable({ id, status, status_reason });
  if (unavailable) throw unavailable;
  const recipient = normalizeRecipient(type, body.to);
  if (!recipient.ok) {
    throw new ServiceError('SVC-RECIPIENT-INVALID', {
      channelType: type,
      reason: recipient.reason,
    });
  }
  const unfit = refuseContent(type, body);
  if (unfit) throw unfit;
  const { kind, address } = recipient;
  const { contact } = await resolveContact(ctx, addressOn(channel, recipient), 'api', undefined);
  const [first = address, ...others] = addressVariants({ kind, address });
  const addresses = [first, ...others] as const;
  return await openThread(ctx, {
    channel,
    contact: summaryOf(contact),
    addresses,
    source: 'api',
  });
}

function accepted(ctx: TenantContext, output: AcceptOutput): Message {
  if (output.kind === 'accepted') return output.accepted.message;
  if (output.kind === 'refused') throw output.error;
  if (output.kind === 'recorded' && ctx.idempotency) throw replay(ctx.idempotency, output.answer);
  throw new Error(`a message was neither accepted nor refused: ${output.kind}`);
}

function decide(
  ctx: TenantContext,
  body: SendMessageBody,
  replyTo: Message | undefined,
  channel: ThreadChannel,
  conversation: ThreadConversation,
): Accepted | Error {
  const unfit = refuseUnavailable(channel) ?? refuseContent(channel.type, body);
  if (unfit) return unfit;
  // refuseContent has let it pass; this only tells the compiler.
  if (!isSendable(body, channel.type))
    throw new Error('a message that cannot be sent was let pass');
  const now = ctx.now();
  const { windowEnforcement } = readSettings(channel.settings);
  const closed = refuseWindow(channel.type, windowEnforcement, body, conversation, now.getTime());
  if (closed) return closed;
  if (replyTo && replyTo.conversationId !== conversation.id) {
    return new ServiceError('SVC-RULE-VIOLATION', {
      rule: 'same_conversation',
      field: 'replyToMessageId',
    });
  }
  const row = toRow(ctx, body, replyTo, channel, conversation);
  const message = Object.freeze(repository.toMessage(row));
  const answer = answerOf(ctx, message);
  if (answer instanceof Error) return answer;
  const { idempotency } = ctx;
  return {
    row,
    message,
    lastMessageText: lastMessageText(row.text),
    answer: idempotency && {
      fingerprint: idempotency.fingerprint,
      status: 202,
      body: answer,
      location: `${apiPrefixes[0]}/messages/${row.id}`,
    },
  };
}

/** Returned, not thrown: others share the commit, and their messages are none of its business. */
function answerOf({ checkAnswer }: TenantContext, message: Message): string | Error {
  try {
    return checkAnswer ? checkAnswer(202, message) : JSON.stringify(message);
  } catch (error) {
    return error instanceof Error ? error : new Error('a message breaks the contract');
  }
}

function toRow(
  ctx: TenantContext,
  body: Sendable,
  replyTo: Message | undefined,
  channel: ThreadChannel,
  conversation: ThreadConversation,
): MessageRow {
  const at = ctx.now().toISOString();
  const text = body.type === 'text' ? body.text : null;
  const content: repository.MessageContent = {
    ...(body.type === 'template' && { template: describeTemplate(body.template) }),
    ...(replyTo && { replyTo: { messageId: replyTo.id, externalId: replyTo.externalId } }),
  };
  return {
    id: ctx.newId('msg'),
    channel_id: channel.id,
    channel_type: channel.type,
    conversation_id: conversation.id,
    contact_id: conversation.contact_id,
    direction: 'outbound',
    type: body.type,
    from_address: channel.address ?? channel.id,
    to_address: addressesOf(body.to)[channel.type] ?? conversation.address,
    text,
    text_key: text === null ? null : fold(text),
    content: Object.keys(content).length === 0 ? null : JSON.stringify(content),
    status: 'queued',
    error: null,
    attempts: 0,
    failures: 0,
    timeline_length: 1,
    external_id: null,
    source_type: 'api',
    source_id: null,
    message_tag: body.messageTag ?? null,
    metadata: body.metadata ? JSON.stringify(body.metadata) : '{}',
    is_deleted: 0,
    edited_at: null,
    queued_at: at,
    slot_at: null,
    sending_at: null,
    created_at: at,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    canceled_at: null,
    updated_at: at,
  };
}

async function findReplyTo(
  ctx: TenantContext,
  body: SendMessageBody,
): Promise<Message | undefined> {
  if (!('replyToMessageId' in body) || body.replyToMessageId === undefined) return undefined;
  await getChannel(ctx, body.channelId);
  return await getMessage(ctx, body.replyToMessageId);
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
