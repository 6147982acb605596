import {
  type Actor,
  type Attachment,
  type ListMessagesQuery,
  type Message,
  type MessageContext,
  type SendMessageBody,
  ServiceError,
  type TemplateRecord,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { displayName, type StoredContact } from './contacts.ts';
import {
  type ContentField,
  isSendable,
  type MessageContent,
  outgoingContent,
  type StoredAttachment,
} from './content.ts';
import type { StoredConversation } from './conversations.ts';
import { anyOf, containing, type Filters } from './filters.ts';
import type { StoredMedia } from './media.ts';
import { invalidTransition, violation } from './refusals.ts';
import type { Made } from './rules.ts';
import { noWindow } from './send-times.ts';

/** A stored message, with the fields that the server needs to send it. */
export interface StoredMessage extends Omit<Message, ContentField | 'source'> {
  content: MessageContent | null;
  sourceType: Message['source']['type'];
  sourceId: string | null;
  /** Failed attempts of the current series of attempts. A retry by request starts a new series. */
  failures: number;
  /** Start of the current series of attempts; the message expires a day later. */
  queuedAt: string | null;
  /** Start of the attempt in flight, in epoch milliseconds. */
  sendingAt: number | null;
  /** The number of the conversation's window in which the message was queued. */
  windowNumber: number;
}

export const messageFilters: Filters<StoredMessage, ListMessagesQuery> = {
  conversationId: anyOf('conversationId'),
  contactId: anyOf('contactId'),
  channelId: anyOf('channelId'),
  channelType: anyOf('channelType'),
  sourceType: anyOf('sourceType'),
  sourceId: anyOf('sourceId'),
  externalId: anyOf('externalId'),
  q: containing(({ text }) => [text]),
  direction: anyOf('direction'),
  type: anyOf('type'),
  status: anyOf('status'),
};

/** Returns the context of a message's events: `data.conversation` and `data.contact`, if they are known. */
export function messageContext(
  conversation: StoredConversation | undefined,
  contact: StoredContact | undefined,
): Partial<MessageContext> {
  return {
    ...(conversation && {
      conversation: {
        id: conversation.id,
        status: conversation.status,
        assigneeId: conversation.assigneeId,
        tags: conversation.tags,
      },
    }),
    ...(contact && {
      contact: {
        id: contact.id,
        name: displayName(contact),
        phone: contact.phone,
        externalId: contact.externalId,
        tags: contact.tags,
      },
    }),
  };
}

/** Returns the actor of an inbound message: its contact. */
export function senderOf({ contactId }: Pick<Message, 'contactId'>): Actor {
  return { type: 'contact', id: contactId, grantId: null };
}

/**
 * Returns the message as the API shows it. Copying the fields one by one takes a tenth of the time of leaving fields
 * out.
 */
export function messageOf(stored: StoredMessage): Message {
  const { content } = stored;
  return {
    id: stored.id,
    channelId: stored.channelId,
    channelType: stored.channelType,
    conversationId: stored.conversationId,
    contactId: stored.contactId,
    direction: stored.direction,
    type: stored.type,
    from: stored.from,
    to: stored.to,
    text: stored.text,
    template: content?.template ?? null,
    attachments: content?.attachments?.map(shownAttachment) ?? [],
    interactive: content?.interactive ?? null,
    prompt: content?.prompt ?? null,
    location: content?.location ?? null,
    reaction: content?.reaction ?? null,
    reactions: content?.reactions ?? [],
    warnings: content?.warnings ?? [],
    referral: content?.referral ?? null,
    providerContent: content?.providerContent ?? null,
    replyTo: content?.replyTo ?? null,
    status: stored.status,
    error: stored.error,
    attempts: stored.attempts,
    externalId: stored.externalId,
    source: { type: stored.sourceType, id: stored.sourceId },
    messageTag: stored.messageTag,
    category: stored.category,
    metadata: stored.metadata,
    isDeleted: stored.isDeleted,
    editedAt: stored.editedAt,
    createdAt: stored.createdAt,
    scheduledAt: stored.scheduledAt,
    sentAt: stored.sentAt,
    deliveredAt: stored.deliveredAt,
    readAt: stored.readAt,
    failedAt: stored.failedAt,
    canceledAt: stored.canceledAt,
    updatedAt: stored.updatedAt,
  };
}

function shownAttachment({
  providerId: _id,
  providerUrl: _url,
  // Messages stored by older versions lack these two fields.
  mediaId = null,
  failureReason = null,
  ...attachment
}: StoredAttachment): Attachment {
  return { ...attachment, mediaId, failureReason };
}

type OfChannel = Pick<StoredChannel, 'id' | 'type' | 'address'>;
type OfConversation = Pick<StoredConversation, 'id' | 'contactId' | 'windowNumber'>;

/** The record because of which a message is sent, such as a ticket comment. Default: the caller of the API. */
export interface MessageSource {
  readonly type: Message['source']['type'];
  /** ID of that record; null for a message that a member writes in the console. */
  readonly id: string | null;
}

export interface Place {
  readonly channel: OfChannel;
  readonly conversation: OfConversation;
}

/**
 * Returns the new message, after `refuseMessage` found no error. `to` is the recipient in the spelling of the network;
 * `target` is the message that it replies or reacts to.
 */
export function outboundMessage(
  body: SendMessageBody,
  { channel, conversation }: Place,
  {
    to,
    id,
    at,
    source,
    ...named
  }: Made & {
    readonly to: string;
    readonly target: Message | undefined;
    readonly source?: MessageSource | undefined;
    readonly template?: TemplateRecord | undefined;
    readonly media?: StoredMedia | undefined;
    readonly warnings?: Message['warnings'];
  },
): StoredMessage {
  if (!isSendable(channel.type, body)) throw new Error(`${channel.type} cannot send ${body.type}`);
  const { text, content } = outgoingContent(body, { messageId: id, ...named });
  return newMessage(
    channel,
    conversation,
    { id, at },
    {
      direction: 'outbound',
      type: body.type,
      from: channel.address ?? channel.id,
      to,
      text,
      content,
      status: 'queued',
      sourceType: source?.type ?? 'api',
      sourceId: source?.id ?? null,
      messageTag: body.messageTag ?? null,
      category: named.template?.category ?? null,
      metadata: body.metadata ?? {},
      queuedAt: at,
      ...(body.sendAt !== undefined && { scheduledAt: body.sendAt, windowNumber: noWindow }),
    },
  );
}

type Own = 'direction' | 'from' | 'to' | 'status' | 'sourceType' | 'type' | 'text' | 'content';

/**
 * Returns a new message. It is written into one object, because copying records is the greatest cost of accepting a
 * message.
 */
export function newMessage(
  channel: OfChannel,
  conversation: OfConversation,
  { id, at }: Made,
  own: Partial<StoredMessage> & Pick<StoredMessage, Own>,
): StoredMessage {
  const message = {
    id,
    channelId: channel.id,
    channelType: channel.type,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    direction: own.direction,
    type: own.type,
    from: own.from,
    to: own.to,
    text: own.text,
    content: own.content,
    status: own.status,
    error: null,
    attempts: 0,
    failures: 0,
    externalId: null,
    sourceType: own.sourceType,
    sourceId: null,
    messageTag: null,
    category: null,
    metadata: {},
    isDeleted: false,
    editedAt: null,
    queuedAt: null,
    sendingAt: null,
    windowNumber: conversation.windowNumber,
    createdAt: at,
    scheduledAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    failedAt: null,
    canceledAt: null,
    updatedAt: at,
  };
  return Object.assign(message, own);
}

/** The statuses in which each action on a message is possible. */
const messageActions = { cancel: ['queued'], retry: ['failed'] } as const;

/** Throws SVC-INVALID-TRANSITION unless the action is possible in the status of the message. */
export function checkAction(
  { id, status: from, error }: Pick<StoredMessage, 'id' | 'status' | 'error'>,
  action: keyof typeof messageActions,
): void {
  const allowed: string[] = [...messageActions[action]];
  const refusal = { resource: 'message', id, from, action };
  if (!allowed.includes(from)) throw invalidTransition({ ...refusal, allowed });
  if (action === 'retry' && error?.retryable !== true) {
    const message =
      'The failure of the message is permanent: its `error.retryable` is false. Correct the cause that its `error` states, and send a new message.';
    throw new ServiceError('SVC-INVALID-TRANSITION', { ...refusal, allowed: [] }, { message });
  }
}

/** Returns the ID of the message that a new one replies or reacts to, with the field that names it. */
export function targetOf(body: SendMessageBody): { id: string; field: string } | undefined {
  if (body.type === 'reaction') return { id: body.reaction.messageId, field: 'reaction.messageId' };
  if (!('replyToMessageId' in body) || body.replyToMessageId === undefined) return undefined;
  return { id: body.replyToMessageId, field: 'replyToMessageId' };
}

/**
 * Returns the error for a target in another conversation, or for a reaction to a message that the provider does not
 * know; undefined without an error.
 */
export function refuseTarget(
  body: SendMessageBody,
  target: Message | undefined,
  conversationId: string | undefined,
): ServiceError | undefined {
  const named = targetOf(body);
  if (!named || !target) return undefined;
  const { field } = named;
  if (target.conversationId !== conversationId) return violation('same_conversation', field);
  if (body.type !== 'reaction' || target.externalId !== null) return undefined;
  return violation('message_was_sent', field);
}
