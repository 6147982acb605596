import {
  type Channel,
  channelCapabilities,
  type Message,
  measureText,
  normalizeRecipient,
  type SendMessageBody,
  ServiceError,
} from '@parley/contract';
import { checkActive, getChannel } from './channel-records.ts';
import { recordQueued } from './events.ts';
import { timelineOf } from './message-steps.ts';
import { resolvePerson } from './people.ts';
import { getRecord } from './records.ts';
import { deliverLater } from './sandbox.ts';
import type { ConversationRecord, Store } from './store.ts';
import { checkTemplate, describeTemplate } from './template-rules.ts';
import { findThread, insertThread, showLastMessage } from './threads.ts';
import { checkWindow } from './windows.ts';

type Sendable = Extract<SendMessageBody, { type: 'text' | 'template' }>;

/** Takes a message in and queues it, or throws the reason why it cannot be sent. */
export function acceptMessage(
  store: Store,
  body: SendMessageBody,
  within?: ConversationRecord,
): Message {
  const channel = getChannel(store, body.channelId);
  const answered = answeredBy(store, body);
  checkActive(channel);
  const recipient = normalizeRecipient(channel.type, body.to);
  if (!recipient.ok) {
    throw new ServiceError('SVC-RECIPIENT-INVALID', {
      channelType: channel.type,
      reason: recipient.reason,
    });
  }
  checkContent(channel, body);
  const thread = within ?? findThread(store, channel, recipient);
  if (body.type === 'text') {
    checkWindow(channel, body.messageTag ?? null, thread, store.nowMs());
  }
  if (answered && answered.conversationId !== thread?.id) {
    throw new ServiceError('SVC-RULE-VIOLATION', {
      rule: 'same_conversation',
      field: 'replyToMessageId',
    });
  }
  const replyTo = answered ? { messageId: answered.id, externalId: answered.externalId } : null;
  const conversation = thread ?? startThread(store, channel, recipient);
  return enqueue(store, channel, conversation, {
    ...content(body),
    replyTo,
    to: recipient.address,
  });
}

function startThread(
  store: Store,
  channel: Channel,
  recipient: Extract<ReturnType<typeof normalizeRecipient>, { ok: true }>,
): ConversationRecord {
  const { contact } = resolvePerson(store, channel, recipient, { source: 'api' });
  return insertThread(store, channel, contact, { address: recipient.address, source: 'api' });
}

function checkContent(channel: Channel, body: SendMessageBody): asserts body is Sendable {
  const { type } = channel;
  const isSendable =
    body.type === 'text' || (body.type === 'template' && channelCapabilities[type].templates);
  if (!isSendable) {
    throw new ServiceError('SVC-CONTENT-UNSUPPORTED', { channelType: type, type: body.type });
  }
  if (body.type === 'template') {
    checkTemplate(body.template);
    return;
  }
  if (body.type !== 'text') return;
  const { limit, unit } = channelCapabilities[type].maxText;
  const actual = measureText(type, body.text);
  if (actual > limit) throw new ServiceError('SVC-TEXT-TOO-LONG', { limit, unit, actual });
}

/** The message that this one answers. Throws SVC-NOT-FOUND. */
function answeredBy(store: Store, body: SendMessageBody): Message | undefined {
  const id = 'replyToMessageId' in body ? body.replyToMessageId : undefined;
  return id === undefined ? undefined : getRecord(store.messages, 'message', id);
}

function content(
  body: Sendable,
): Pick<Message, 'type' | 'text' | 'template' | 'messageTag' | 'metadata'> {
  const common = { messageTag: body.messageTag ?? null, metadata: body.metadata ?? {} };
  if (body.type === 'text') return { ...common, type: 'text', text: body.text, template: null };
  return { ...common, type: 'template', text: null, template: describeTemplate(body.template) };
}

type Content = Pick<
  Message,
  'type' | 'text' | 'template' | 'messageTag' | 'metadata' | 'replyTo' | 'to'
>;

function enqueue(
  store: Store,
  channel: Channel,
  conversation: ConversationRecord,
  content: Content,
): Message {
  const now = store.now();
  const message: Message = {
    id: store.newId('message'),
    channelId: channel.id,
    channelType: channel.type,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    direction: 'outbound',
    from: channel.address ?? channel.id,
    ...content,
    ...blankMessage,
    status: 'queued',
    source: { type: 'api', id: null },
    createdAt: now,
    updatedAt: now,
  };
  store.messages.set(message.id, message);
  timelineOf(store, message).push({
    type: 'queued',
    at: now,
    receivedAt: now,
    ignored: false,
    error: null,
  });
  showLastMessage(conversation, message);
  Object.assign(conversation, {
    lastOutboundAt: now,
    waitingSince: null,
    firstReplyAt: conversation.firstReplyAt ?? (conversation.lastInboundAt === null ? null : now),
    sentSinceInbound: conversation.sentSinceInbound + 1,
    messageCount: conversation.messageCount + 1,
    updatedAt: now,
  });
  recordQueued(store, message);
  deliverLater(store, message);
  return message;
}

/** What no message has when it begins. */
export const blankMessage = {
  attachments: [],
  interactive: null,
  location: null,
  error: null,
  attempts: 0,
  externalId: null,
  isDeleted: false,
  editedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
  canceledAt: null,
} satisfies Partial<Message>;
