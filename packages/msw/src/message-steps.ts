// Every change of an outbound message's status goes through here, so that its timeline, its
// conversation and its contact always tell the same.

import type {
  EventType,
  Message,
  MessageError,
  MessageEvent,
  MessageFailure,
} from '@parley/contract';
import type { StoredContact, StoredIdentity } from '@parley/domain';
import { differences, later } from '@parley/domain';
import { recordMessage } from './events.ts';
import type { Store } from './store.ts';

export interface Step {
  type: MessageEvent['type'];
  /** When it happened. */
  at: string;
  /** When the service learned of it. Default: when it happened. */
  receivedAt?: string;
  ignored?: boolean;
  error?: MessageError | null;
  /** The event that tells of it; without one, only the timeline does. */
  event?: Extract<EventType, `message.${string}`>;
}

/** Writes what happened into the timeline and, unless it is ignored, the change into the message. */
export function applyStep(
  store: Store,
  message: Message,
  step: Step,
  change: Partial<Message>,
): void {
  const { type, at, receivedAt = at, ignored = false, error = null } = step;
  timelineOf(store, message).push({ type, at, receivedAt, ignored, error });
  const before = message.status;
  const previous = step.event === undefined ? null : (differences(message, change) ?? {});
  Object.assign(message, change, { updatedAt: receivedAt });
  if (step.event !== undefined) recordMessage(store, step.event, message, previous);
  const conversation = store.conversations.get(message.conversationId);
  if (conversation?.lastMessage?.id !== message.id || before === message.status) return;
  conversation.lastMessage = { ...conversation.lastMessage, status: message.status };
  conversation.updatedAt = receivedAt;
}

export function timelineOf(store: Store, message: Message): MessageEvent[] {
  const known = store.timelines.get(message.id);
  if (known) return known;
  const timeline: MessageEvent[] = [];
  store.timelines.set(message.id, timeline);
  return timeline;
}

/** The message left: its contact, its address and its channel were written to, once per attempt. */
export function touchOutbound(store: Store, message: Message, at: string): void {
  const identity = identityOf(store, message, message.to);
  const touched = [
    store.contacts.get(message.contactId),
    identity,
    store.channels.get(message.channelId),
  ];
  for (const record of touched) {
    if (record) record.lastOutboundAt = later(record.lastOutboundAt, at);
  }
  if (identity) identity.sentSinceInbound += 1;
}

/** The contact showed up. */
export function touchSeen(contact: StoredContact | undefined, at: string): void {
  if (contact) contact.lastSeenAt = later(contact.lastSeenAt, at);
}

/** The address on the other side of a message. */
export function identityOf(
  store: Store,
  { channelType, channelId }: Message,
  address: string,
): StoredIdentity | undefined {
  return (
    store.identities.get(`${channelType}  ${address}`) ??
    store.identities.get(`${channelType} ${channelId} ${address}`)
  );
}

export function failMessage(
  store: Store,
  message: Message,
  failure: MessageFailure,
  at: string,
): void {
  const error = { ...failure, at };
  applyStep(
    store,
    message,
    { type: 'failed', at, error, event: 'message.failed' },
    { status: 'failed', error, failedAt: at },
  );
}
