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
  fileNamedBy,
  lastMessageText,
  type MessageSource,
  messageOf,
  notFound,
  outboundMessage,
  reachedBy,
  recipientOf,
  refusedByLimit,
  refuseMessage,
  type StoredChannel,
  type StoredMedia,
  sendPriority,
  summaryOf,
  templateFor,
  warningsOf,
} from '@parley/domain';
import { channels } from '../channels/service.ts';
import { otherAddressOf } from '../contacts/aliases.ts';
import { lockedIdentity, resolveContact } from '../contacts/service.ts';
import { openConversation, takeOver } from '../conversations/effects.ts';
import { takeWithContact } from '../conversations/take-with-contact.ts';
import { appendEvent } from '../events/service.ts';
import { keepAnswer } from '../idempotency/records.ts';
import { keepMedia } from '../media/service.ts';
import { atOneMoment, inTransaction, sourceOf, type TenantContext } from '../tenancy/context.ts';
import { replay } from '../tenancy/idempotency.ts';
import { hasLimit, lockLimit, recordReached } from '../tenants/limits.ts';
import { webhookSubscriptionsTable } from '../webhook-endpoints/table.ts';
import { type AcceptedPlace, appendQueued, contextOf, queuedEvent } from './advance.ts';
import { findMedia, findTarget, findTemplates } from './named-records.ts';
import { throwRecorded, writeScheduled } from './schedule.ts';
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

/** The limit that counts messages. */
const name = 'messagesPerMonth';

/** Accepts a message and queues it. Creates a missing contact and conversation. */
export async function sendMessage(
  ctx: TenantContext,
  body: SendMessageBody,
  { conversationId, source }: { conversationId?: string; source?: MessageSource | undefined } = {},
): Promise<Message> {
  const [target, templates, media] = await Promise.all([
    findTarget(ctx, body),
    findTemplates(ctx, body),
    findMedia(ctx, body),
  ]);
  const named = { target, templates, media, source, isReply: conversationId !== undefined };
  const input: AcceptInput = {
    channelId: body.channelId,
    addresses: addressByType(body.to),
    conversationId,
    idempotency: ctx.idempotency,
    writesEvents: !ctx.db.inTransaction,
    decide: (locked) => decide(atOneMoment(ctx), body, named, locked),
    queuedEvent: ({ row }, context) =>
      queuedEvent(ctx, messagesTable.toRecord(row), contextOf(context)),
  };
  if (body.sendAt !== undefined) return await schedule(ctx, body, input);
  // A send in a transaction may not wait for another one, which may wait for this transaction. The message of a member
  // may also open the conversation, which the statement below does not do.
  if (media || ctx.db.inTransaction || sourceOf(ctx) === 'inbox')
    return await acceptInTransaction(ctx, body, input);
  const recipientKey = `${ctx.db.tenantId} ${body.channelId} ${body.to}`;
  for (;;) {
    const output = await ctx.db.run(acceptMessage, input);
    if (output.kind === 'reaches_limit') return await acceptInTransaction(ctx, body, input);
    if (output.kind !== 'no_conversation' && output.kind !== 'undecided')
      return accepted(ctx, output);
    const beginning = beginnings.get(recipientKey);
    if (beginning) await beginning.catch(() => {});
    else if (output.kind === 'no_conversation')
      return await beginConversation(ctx, body, input, recipientKey);
  }
}

/**
 * The conversations that this process is creating, by channel and recipient. Concurrent sends to the same recipient
 * wait for the first.
 */
const beginnings = new Map<string, Promise<Message>>();

async function beginConversation(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
  recipientKey: string,
): Promise<Message> {
  const beginning = acceptInTransaction(ctx, body, input);
  beginnings.set(recipientKey, beginning);
  try {
    return await beginning;
  } finally {
    beginnings.delete(recipientKey);
  }
}

async function acceptInTransaction(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
): Promise<Message> {
  return await inTransaction(ctx, async (ctx) => {
    const place = await openConversationFor(ctx, body, input);
    if (place.isNew) return await acceptFirst(ctx, input, place);
    if (sourceOf(ctx) === 'inbox') await takeOver(ctx, place.conversation);
    const here = { ...input, conversationId: place.conversation.id, writesEvents: false };
    return accepted(ctx, await ctx.db.run(acceptMessage, here));
  });
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
    const decided = await decideAt(ctx, input, place);
    return await writeScheduled(ctx, place, decided);
  });
}

/** Decides about a message outside of the statement that locks its conversation. Throws the error that refuses it. */
async function decideAt(ctx: TenantContext, input: AcceptInput, place: Place): Promise<Accepted> {
  const limit = place.isLimited ? await lockLimit(ctx, name) : undefined;
  const decided = input.decide({ ...place, recipient: place.contact, limit });
  if (!('row' in decided)) throw decided;
  recordReached(ctx, decided.reached ?? []);
  return decided;
}

/** Accepts the first message to a new contact. Nothing needs a lock, so one statement writes everything. */
async function acceptFirst(ctx: TenantContext, input: AcceptInput, place: Place): Promise<Message> {
  const decided = await decideAt(ctx, input, place);
  keepAnswer(ctx.db, input.idempotency, decided.answer);
  ctx.db.write(writeAccepted, decided);
  appendQueued(ctx, messagesTable.toRecord(decided.row), place);
  return decided.message;
}

interface Place extends AcceptedPlace {
  readonly channel: StoredChannel;
  /** Whether this transaction created the contact, and so the conversation. */
  readonly isNew: boolean;
  /** Whether the messages of the tenant are limited. */
  readonly isLimited: boolean;
}

async function openConversationFor(
  ctx: TenantContext,
  body: SendMessageBody,
  input: AcceptInput,
): Promise<Place> {
  const [channel, awaiting, isLimited] = await Promise.all([
    channels.find(ctx, body.channelId),
    ctx.db.select(webhookSubscriptionsTable).where({ pattern: 'message.queued' }).first(),
    hasLimit(ctx, name),
  ]);
  const common = {
    isQueuedAwaited: awaiting !== undefined,
    isLimited,
  };
  if (!channel) throw notFound('channel', body.channelId);
  const recipient = recipientOf(body, channel);
  const file = fileNamedBy(body);
  if (file) await keepMedia(ctx, file.id);
  if (input.conversationId !== undefined) {
    const { conversation, contact } = await takeWithContact(ctx, input.conversationId);
    return { channel, contact, conversation, isNew: false, ...common };
  }
  const address = addressOn(channel, recipient);
  const found = await resolveContact(ctx, [address], 'api');
  const { contact, isNew } = found;
  const [first = recipient.address, ...others] = addressVariants(recipient);
  const conversation = await openConversation(ctx, {
    channel,
    contact: summaryOf(contact),
    addresses: [first, ...others, ...(isNew ? [] : await otherAddressOf(ctx, found.identity))],
    source: sourceOf(ctx),
    isFirst: isNew,
  });
  // Without messages, the conversation may be new. An address with messages is not unlinked.
  if (conversation.messageCount === 0) await lockedIdentity(ctx, found);
  return { channel, contact, conversation, isNew, ...common };
}

function accepted(ctx: TenantContext, output: AcceptOutput): Message {
  if (output.kind === 'accepted') {
    if (output.event) appendEvent(ctx.db, output.event);
    recordReached(ctx, output.accepted.reached ?? []);
    return output.accepted.message;
  }
  if (output.kind === 'refused') throw output.error;
  if (output.kind === 'recorded' && ctx.idempotency) throw replay(ctx.idempotency, output.answer);
  throw new Error(`a message was neither accepted nor refused: ${output.kind}`);
}

/** The records that a request body refers to. */
interface Named {
  readonly target: Message | undefined;
  readonly media: StoredMedia | undefined;
  readonly templates: readonly TemplateRecord[];
  readonly source: MessageSource | undefined;
  /** Whether the request names its conversation. */
  readonly isReply: boolean;
}

function decide(
  ctx: TenantContext,
  body: SendMessageBody,
  { target, templates, media, source: given, isReply }: Named,
  { channel, conversation, recipient, limit }: LockedConversation,
): Accepted | Error {
  const now = ctx.now();
  const refused = refuseMessage(
    body,
    { channel, conversation, recipient, target, templates, media },
    now.getTime(),
  );
  if (refused) return refused;
  const addition = { name, at: now.toISOString() } as const;
  const overLimit = limit && refusedByLimit(addition, limit);
  if (overLimit) return overLimit;
  const to = addressByType(body.to)[channel.type] ?? conversation.address;
  const template = body.type === 'template' ? templateFor(body.template, templates) : undefined;
  const warnings = warningsOf(body, channel, conversation, now.getTime());
  const source = given ?? { type: sourceOf(ctx), id: null };
  const made = {
    id: ctx.newId('msg'),
    at: now.toISOString(),
    to,
    target,
    template,
    media,
    source,
    warnings,
  };
  const stored = outboundMessage(body, { channel, conversation }, made);
  const message = Object.freeze(messageOf(stored));
  const answer = answerOf(ctx, message);
  if (answer instanceof Error) return answer;
  const { idempotency } = ctx;
  return {
    row: messagesTable.toRow(stored),
    message,
    priority: sendPriority(stored.sourceType, { isReply }),
    lastMessageText: lastMessageText(stored.text),
    reached: limit && reachedBy(addition, limit, ctx.db.tenantId),
    answer: idempotency && {
      fingerprint: idempotency.fingerprint,
      status: 202,
      body: answer,
      location: `${apiPrefixes[0]}/messages/${stored.id}`,
    },
  };
}

/**
 * Returns the stored response of a message, or an error. Does not throw: other messages share the commit and must not
 * fail.
 */
function answerOf({ checkAnswer }: TenantContext, message: Message): string | Error {
  try {
    return checkAnswer ? checkAnswer(202, message) : JSON.stringify(message);
  } catch (error) {
    return error instanceof Error ? error : new Error('a message breaks the contract');
  }
}

function addressByType(to: string): Record<ChannelType, string | null> {
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
