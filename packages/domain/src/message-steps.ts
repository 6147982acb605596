import {
  channelCapabilities,
  type EventType,
  failureOf,
  type Message,
  type MessageEvent,
  type MessageFailure,
  type MessageStatus,
  type ReportedStatus,
  type TemplateRecord,
  type WindowInput,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { type ConsentChange, decisionOfFailure, type Reachable } from './consent.ts';
import type { StoredConversation } from './conversations.ts';
import { differences } from './fields.ts';
import type { StoredMessage } from './messages.ts';
import type { Transitions } from './refusals.ts';

// The steps of an outbound message. Each step changes the message, adds an entry to its timeline, and records an event.

/**
 * The statuses that may follow each status, whatever the order of the reports. `delivered` and `read` may follow even
 * `failed`, because they prove that the message arrived. `sent` may follow `failed` only if the outcome of the send was
 * unknown.
 */
export const messageTransitions: Transitions<MessageStatus> = {
  queued: ['sending', 'sent', 'delivered', 'read', 'failed', 'canceled'],
  sending: ['queued', 'sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['queued', 'sent', 'delivered', 'read'],
  canceled: [],
  received: [],
};

/** The records that decide the next step of a message. Read them under the lock of the message. */
export interface MessageState {
  readonly message: StoredMessage;
  readonly channel: Pick<
    StoredChannel,
    'id' | 'type' | 'provider' | 'status' | 'statusReason' | 'settings'
  > & {
    /** The channel sends nothing before this time, in epoch milliseconds. */
    readonly pausedUntil?: number;
  };
  /** The contact of the message. */
  readonly recipient: Reachable;
  readonly conversation: Pick<
    StoredConversation,
    'lastMessageId' | 'windowNumber' | keyof WindowInput
  >;
  /** Whether the tenant is suspended or archived. */
  readonly isSuspended: boolean;
  /**
   * When the token bucket that limits messages to one customer is full again, in epoch milliseconds. Undefined without
   * such a limit.
   */
  readonly pairNextAt?: number | undefined;
  /** The channel's templates with the name that the message has. Only `retry` and `startScheduled` need them. */
  readonly templates?: readonly TemplateRecord[] | undefined;
}

type MessageEventType = Extract<EventType, `message.${string}`>;

/** The fields of a message that a step can change. */
export type SteppedField =
  | 'status'
  | 'error'
  | 'attempts'
  | 'failures'
  | 'externalId'
  | 'category'
  | 'windowNumber'
  | 'queuedAt'
  | 'sendingAt'
  | 'sentAt'
  | 'deliveredAt'
  | 'readAt'
  | 'failedAt'
  | 'canceledAt'
  | 'updatedAt';

/** The fields that a step changes, with their new values. */
export type MessagePatch = Partial<Pick<StoredMessage, SteppedField>>;

export interface MessageStep {
  readonly patch: MessagePatch;
  /** The new entry of the timeline; undefined for changes that the timeline does not show. */
  readonly entry?: MessageEvent;
  readonly event?: MessageEventType;
  readonly inConversation?: ConversationStep | undefined;
  /**
   * The time at which the customer's token bucket is full again, after this step has used a token. In epoch
   * milliseconds.
   */
  readonly pairNextAt?: number;
  /** When the message was sent. The contact, identity and channel store it as their last outbound time. */
  readonly outboundAt?: string;
  /** The time at which the customer read the message. The contact stores it as the last sign of the customer. */
  readonly seenAt?: string;
  /** The opt-out or opt-in that the network reported for the contact. */
  readonly decision?: ConsentChange;
}

/** The change that a step makes to the conversation of its message. */
export interface ConversationStep {
  /** The new status of the last message; null when this message is not the last one. */
  readonly lastMessageStatus: MessageStatus | null;
  /**
   * The number by which this step changes the count of messages in the window; negative when it frees some of the
   * message limit.
   */
  readonly quota: number;
  readonly updatedAt: string;
}

interface Happening {
  readonly type: MessageEvent['type'];
  readonly at: string;
  readonly patch: MessagePatch;
  readonly event?: MessageEventType | undefined;
  readonly ignored?: boolean;
  readonly failure?: MessageFailure | undefined;
}

/**
 * Returns the entry of the timeline for something that happened to a message. `now` is when the server learned of it.
 */
export function happened(
  state: MessageState,
  { type, at, patch, event, ignored = false, failure }: Happening,
  now: string,
): MessageStep {
  const error = failure ? { ...failure, at } : null;
  const decision = failure && decisionOfFailure(failure, state.message, at);
  return {
    patch: { ...patch, updatedAt: now },
    entry: { type, at, receivedAt: now, ignored, error },
    ...(event && { event }),
    inConversation: conversationStep(state, patch, now),
    ...(decision && { decision }),
  };
}

function conversationStep(
  { message, channel, conversation }: MessageState,
  { status = message.status, windowNumber = message.windowNumber }: MessagePatch,
  now: string,
): ConversationStep | undefined {
  const isLast = conversation.lastMessageId === message.id && status !== message.status;
  const isLimited = channelCapabilities[channel.type].initialMessages !== null;
  const counts = (status: MessageStatus, windowNumber: number) =>
    isLimited && countsInWindow(status) && windowNumber === conversation.windowNumber;
  const quota =
    Number(counts(status, windowNumber)) - Number(counts(message.status, message.windowNumber));
  if (!isLast && quota === 0) return undefined;
  return { lastMessageStatus: isLast ? status : null, quota, updatedAt: now };
}

/**
 * Returns whether a message counts toward the message limit of its window: it does unless it has failed or is canceled.
 */
function countsInWindow(status: MessageStatus): boolean {
  return status !== 'failed' && status !== 'canceled';
}

/** Returns the count of messages in the window after a step. The SQL of write-advances-postgres.ts does the same. */
export function sentAfterStep(sentSinceInbound: number, quota: number): number {
  return Math.max(0, sentSinceInbound + quota);
}

/** Returns the conversation after a step of one of its messages. The statement advance-message does the same. */
export function withStep(
  conversation: StoredConversation,
  { lastMessageStatus, quota, updatedAt }: ConversationStep,
): StoredConversation {
  return {
    ...conversation,
    lastMessageStatus: lastMessageStatus ?? conversation.lastMessageStatus,
    sentSinceInbound: sentAfterStep(conversation.sentSinceInbound, quota),
    updatedAt,
  };
}

export function failed(state: MessageState, failure: MessageFailure, at: string): MessageStep {
  const patch: MessagePatch = { status: 'failed', error: { ...failure, at }, failedAt: at };
  return happened(state, { type: 'failed', at, patch, event: 'message.failed', failure }, at);
}

/** Returns the step that fails a message because its channel was deleted; undefined for other channels. */
export function failedByDeletion(state: MessageState, at: string): MessageStep | undefined {
  const { id: channelId, status, statusReason: reason } = state.channel;
  if (status !== 'archived') return undefined;
  const failure = failureOf('SVC-CHANNEL-UNAVAILABLE', { channelId, status, reason });
  return failed(state, failure, at);
}

/** A provider's report about a message. */
export interface Report {
  readonly status: ReportedStatus;
  readonly at: string;
  /** The number of the attempt that the report is about. Default: the latest attempt. */
  readonly attempt?: number;
  readonly failure?: MessageFailure | undefined;
  readonly externalId?: string;
  /** The category by which the provider bills the message. */
  readonly category?: string | undefined;
}

const stamps = { sent: 'sentAt', delivered: 'deliveredAt', read: 'readAt' } as const;

/** Returns the step for a status report: it moves the status forward, or only adds an entry to the timeline. */
export function reported(state: MessageState, report: Report, now: string): MessageStep {
  const { message } = state;
  const { status, at, attempt, failure, externalId, category } = report;
  const isOld = attempt !== undefined && attempt < message.attempts;
  const isEvidence = status === 'delivered' || status === 'read';
  const ignored = !mayFollow(message, status) || (isOld && !isEvidence);
  const step = happened(
    state,
    {
      type: status,
      at,
      patch: {
        ...(externalId !== undefined && { externalId }),
        ...(category !== undefined && { category }),
        ...stampOf(message, report, isOld),
        ...(!ignored && statusPatch(report)),
      },
      event: ignored ? undefined : `message.${status}`,
      ignored,
      failure,
    },
    now,
  );
  if (ignored) return step;
  return {
    ...step,
    ...(isFirstSign(message, status) && { outboundAt: at }),
    ...(status === 'read' && { seenAt: at }),
  };
}

/** Returns whether the outcome is unknown: the provider may have accepted the message or not. */
export function isUnresolved({ status, error }: StoredMessage): boolean {
  return status === 'failed' && error?.reason === 'unknown_outcome';
}

function mayFollow(message: StoredMessage, status: ReportedStatus): boolean {
  if (message.status === 'failed' && (status === 'sent' || status === 'failed')) {
    return isUnresolved(message);
  }
  return messageTransitions[message.status].includes(status);
}

/** Returns whether a report is the first evidence that this attempt reached the provider. */
function isFirstSign({ status, sentAt }: StoredMessage, reported: ReportedStatus): boolean {
  if (reported === 'failed') return false;
  return status === 'queued' || status === 'sending' || (status === 'failed' && sentAt === null);
}

function statusPatch({ status, at, failure }: Report): MessagePatch {
  if (status !== 'failed') return { status, error: null };
  return { status, error: failure ? { ...failure, at } : null, failedAt: at };
}

/** Returns the times that a report sets. Each is set once, even if the report comes too late to change the status. */
function stampOf(message: StoredMessage, { status, at }: Report, isOld: boolean): MessagePatch {
  if (status === 'failed') return {};
  if (message.status === 'canceled' || message.status === 'received') return {};
  const isRefused = message.status === 'failed' && !isUnresolved(message);
  if (status === 'sent' && (isOld || isRefused)) return {};
  const field = stamps[status];
  return message[field] === null ? { [field]: at } : {};
}

/** Returns the first timeline entry of a new message. */
export function firstEntry({ status, createdAt, updatedAt }: StoredMessage): MessageEvent {
  const type = status === 'received' || status === 'sent' ? status : 'queued';
  return { type, at: createdAt, receivedAt: updatedAt, ignored: false, error: null };
}

/** Returns the old values that the event of a step shows. */
export function previousOf(before: Message, after: Message): Partial<Message> {
  const changed = differences(before, after) ?? {};
  const { updatedAt: _updatedAt, ...previous } = changed;
  return previous;
}
