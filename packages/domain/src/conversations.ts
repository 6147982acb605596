import {
  type Conversation,
  type ConversationStatus,
  conversationLimits,
  conversationWindow,
  type ListConversationsQuery,
  type Message,
  type UpdateConversationBody,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { isReport, type Received } from './content.ts';
import { givenFields, later } from './fields.ts';
import { anyOf, anyOfOrNone, custom, tagged } from './filters.ts';
import { checkTransition, type Transitions, violation } from './refusals.ts';
import { defineRules, type Made, patched, remaining } from './rules.ts';

type LastMessage = NonNullable<Conversation['lastMessage']>;

/**
 * A stored conversation: without its window, which depends on the time. The parts of its objects are separate fields.
 */
export interface StoredConversation
  extends Omit<Conversation, 'contact' | 'lastMessage' | 'window'> {
  /** The summary of the contact: copies of fields of the contact's record, updated with it. */
  contactName: string | null;
  contactPhone: string | null;
  contactAvatarUrl: string | null;
  /** The number of the conversation among all with this address on this channel. New messages go to the highest. */
  thread: number;
  lastMessageId: LastMessage['id'] | null;
  lastMessageDirection: LastMessage['direction'] | null;
  lastMessageType: LastMessage['type'] | null;
  lastMessageText: string | null;
  lastMessageStatus: LastMessage['status'] | null;
  /** Counts the inbound messages that opened a window, so that it identifies the present window. */
  windowNumber: number;
  /**
   * The number of messages accepted in this window. Where the network has a message limit, failed and canceled ones do
   * not count.
   */
  sentSinceInbound: number;
}

/** The status changes that `PATCH /conversations/{id}` can make. */
export const conversationTransitions: Transitions<ConversationStatus> = {
  open: ['pending', 'snoozed', 'closed'],
  pending: ['open', 'snoozed', 'closed'],
  snoozed: ['open', 'closed'],
  closed: ['open'],
};

export const conversationRules = defineRules<
  StoredConversation,
  NewConversation,
  UpdateConversationBody,
  ListConversationsQuery
>({
  kind: 'conversation',
  initial: newConversation,
  changed: changedConversation,
  references: { assigneeId: 'user' },
  events: { created: 'conversation.created' },
  changeEvents(previous, after) {
    const { status, closedAt, reopenCount, snoozedUntil, assigneeId, ...others } = previous;
    const ofStatus = givenFields({ status, closedAt, reopenCount, snoozedUntil });
    const isRead = others.unreadCount !== undefined && after.unreadCount === 0;
    return [
      ...(status ? remaining<StoredConversation>('conversation.status_changed', ofStatus) : []),
      ...remaining<StoredConversation>('conversation.assigned', givenFields({ assigneeId })),
      ...remaining<StoredConversation>(
        isRead ? 'conversation.read' : 'conversation.updated',
        status ? others : { ...ofStatus, ...others },
      ),
    ];
  },
  filters: {
    status: anyOf('status'),
    channelId: anyOf('channelId'),
    channelType: anyOf('channelType'),
    contactId: anyOf('contactId'),
    assigneeId: anyOfOrNone('assigneeId'),
    tag: tagged('tags'),
    customField: custom,
    priority: anyOf('priority'),
    unread: custom,
    windowOpen: custom,
    source: anyOf('source'),
    q: custom,
  },
});

/** The input for a new conversation. */
export interface NewConversation {
  readonly channel: Pick<StoredChannel, 'id' | 'type'>;
  readonly contact: Conversation['contact'];
  readonly address: string;
  readonly source: Conversation['source'];
  /** The value of `thread` in the record. Default: 1. */
  readonly thread?: number;
}

function newConversation(
  { channel, contact, address, source, thread = 1 }: NewConversation,
  { id, at }: Made,
): StoredConversation {
  return {
    id,
    channelId: channel.id,
    channelType: channel.type,
    contactId: contact.id,
    ...contactFields(contact),
    address,
    thread,
    status: 'open',
    priority: null,
    assigneeId: null,
    subject: null,
    tags: [],
    customFields: {},
    metadata: {},
    unreadCount: 0,
    lastMessageId: null,
    lastMessageDirection: null,
    lastMessageType: null,
    lastMessageText: null,
    lastMessageStatus: null,
    lastMessageAt: null,
    lastInboundAt: null,
    lastOutboundAt: null,
    firstReplyAt: null,
    waitingSince: null,
    windowNumber: 0,
    sentSinceInbound: 0,
    snoozedUntil: null,
    closedAt: null,
    source,
    reopenCount: 0,
    messageCount: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns the fields in which a conversation stores the summary of its contact. */
export function contactFields({ name, phone, avatarUrl }: Conversation['contact']) {
  return { contactName: name, contactPhone: phone, contactAvatarUrl: avatarUrl };
}

/**
 * Returns the conversation as the API shows it at a time. Copying the fields one by one takes a tenth of the time of a
 * spread, which matters for lists.
 */
export function conversationOf(stored: StoredConversation, nowMs: number): Conversation {
  return {
    id: stored.id,
    channelId: stored.channelId,
    channelType: stored.channelType,
    contactId: stored.contactId,
    contact: {
      id: stored.contactId,
      name: stored.contactName,
      phone: stored.contactPhone,
      avatarUrl: stored.contactAvatarUrl,
    },
    address: stored.address,
    status: stored.status,
    priority: stored.priority,
    assigneeId: stored.assigneeId,
    subject: stored.subject,
    tags: stored.tags,
    customFields: stored.customFields,
    metadata: stored.metadata,
    unreadCount: stored.unreadCount,
    lastMessage: lastMessageOf(stored),
    lastMessageAt: stored.lastMessageAt,
    lastInboundAt: stored.lastInboundAt,
    lastOutboundAt: stored.lastOutboundAt,
    firstReplyAt: stored.firstReplyAt,
    waitingSince: stored.waitingSince,
    window: conversationWindow(stored.channelType, stored, nowMs),
    snoozedUntil: stored.snoozedUntil,
    closedAt: stored.closedAt,
    source: stored.source,
    reopenCount: stored.reopenCount,
    messageCount: stored.messageCount,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  };
}

function lastMessageOf(stored: StoredConversation): LastMessage | null {
  const { lastMessageId: id, lastMessageDirection: direction, lastMessageType: type } = stored;
  const { lastMessageText: text, lastMessageStatus: status, lastMessageAt: createdAt } = stored;
  // The fields of the last message are set together: all or none.
  if (!id || !direction || !type || !status || createdAt === null) return null;
  return { id, direction, type, text, status, createdAt };
}

function changedConversation(
  before: StoredConversation,
  { status: to = before.status, snoozedUntil, ...fields }: UpdateConversationBody,
  at: string,
): StoredConversation {
  checkTransition('conversation', conversationTransitions, before, to);
  checkSnooze(to, snoozedUntil, at);
  const kept = snoozedUntil === undefined ? before.snoozedUntil : snoozedUntil;
  return {
    ...patched(before, fields),
    status: to,
    snoozedUntil: to === 'snoozed' ? kept : null,
    closedAt: to === 'closed' ? (before.closedAt ?? at) : null,
    reopenCount: before.reopenCount + (before.status === 'closed' && to === 'open' ? 1 : 0),
  };
}

function checkSnooze(status: ConversationStatus, until: string | null | undefined, at: string) {
  if (until == null) return;
  if (status !== 'snoozed') throw violation('only_when_snoozed', 'snoozedUntil');
  if (Date.parse(until) <= Date.parse(at)) throw violation('in_the_future', 'snoozedUntil');
}

/** Returns the conversation after it was opened again by a message of the customer or by the end of its snooze. */
export function reopened(before: StoredConversation, at: string): StoredConversation {
  return changedConversation(before, { status: 'open' }, at);
}

/**
 * Returns the conversation after a person of the business wrote to the customer: a `pending` one is open again, because
 * the person answers instead of the bot.
 */
export function takenOver(before: StoredConversation, at: string): StoredConversation {
  return before.status === 'pending' ? reopened(before, at) : before;
}

/** Returns the conversation after the server closed it because it was idle. */
export function closedIdle(before: StoredConversation, at: string): StoredConversation {
  return changedConversation(before, { status: 'closed' }, at);
}

type Shown = Pick<
  Message,
  'id' | 'direction' | 'type' | 'text' | 'status' | 'createdAt' | 'updatedAt'
>;

/**
 * Returns the conversation after a message of its customer, or after a report of the network about the customer, such as
 * a new phone number. A report opens no window and waits for no answer.
 */
export function withInbound(
  before: StoredConversation,
  message: Shown & Received,
): StoredConversation {
  const { createdAt: at, updatedAt } = message;
  const isWritten = !isReport(message);
  const { lastInboundAt, lastOutboundAt, lastMessageAt, waitingSince } = before;
  // A provider may report an older message after a newer one. The older one opens no window and does not become the
  // last. If the business has written since, the older one was answered with the newer one.
  const opens = isWritten && (lastInboundAt === null || at >= lastInboundAt);
  const waits = isWritten && (opens || lastOutboundAt === null || at >= lastOutboundAt);
  const isLast = lastMessageAt === null || at >= lastMessageAt;
  return {
    ...before,
    ...(isLast && lastMessageFields(message)),
    ...(opens && { windowNumber: before.windowNumber + 1, sentSinceInbound: 0 }),
    ...(isWritten && { lastInboundAt: later(lastInboundAt, at) }),
    ...(waits && { waitingSince: waitingSince !== null && waitingSince < at ? waitingSince : at }),
    unreadCount: before.unreadCount + 1,
    messageCount: before.messageCount + 1,
    updatedAt,
  };
}

/**
 * Returns the conversation after the server accepted a message to its customer. The SQL of accept-message does the
 * same.
 */
export function withOutbound(before: StoredConversation, message: Shown): StoredConversation {
  const { createdAt: at } = message;
  const isReply = before.lastInboundAt !== null;
  return {
    ...before,
    ...lastMessageFields(message),
    lastOutboundAt: at,
    waitingSince: null,
    firstReplyAt: before.firstReplyAt ?? (isReply ? at : null),
    sentSinceInbound: before.sentSinceInbound + 1,
    messageCount: before.messageCount + 1,
    updatedAt: at,
  };
}

export function lastMessageFields({ id, direction, type, text, status, createdAt }: Shown) {
  return {
    lastMessageId: id,
    lastMessageDirection: direction,
    lastMessageType: type,
    lastMessageText: lastMessageText(text),
    lastMessageStatus: status,
    lastMessageAt: createdAt,
  };
}

/** Returns the start of a text, which conversations show as their last message; null without a text. */
export function lastMessageText(text: string | null): string | null {
  const limit = conversationLimits.lastMessageTextLength;
  if (text === null || text.length <= limit) return text;
  // Cuts between characters: half of a surrogate pair is not valid text.
  return [...text.slice(0, limit * 2)].slice(0, limit).join('');
}
