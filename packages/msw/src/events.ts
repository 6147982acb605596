// What the store tells of its changes, as the service does: one event for each kind of change.
import type { Actor, Channel, EventType, Message } from '@parley/contract';
import { displayName } from '@parley/domain';
import type { MessageContext } from './event-types.ts';
import { toConversation } from './record-answers.ts';
import type { ConversationRecord, Store } from './store.ts';
import { fanOut, isNamed } from './webhook-queue.ts';

export type Previous = Readonly<Record<string, unknown>> | null;

type EventOf<Noun extends string> = Extract<EventType, `${Noun}.${string}`>;

/** What messages carry with them, so that receivers need no second call. */
export function messageContext(
  store: Store,
  { conversationId, contactId }: Pick<Message, 'conversationId' | 'contactId'>,
): Partial<MessageContext> {
  const thread = store.conversations.get(conversationId);
  const person = store.contacts.get(contactId);
  return {
    ...(thread && {
      conversation: {
        id: thread.id,
        status: thread.status,
        assigneeId: thread.assigneeId,
        tags: thread.tags,
      },
    }),
    ...(person && {
      contact: {
        id: person.id,
        name: displayName(person),
        phone: person.phone,
        externalId: person.externalId,
        tags: person.tags,
      },
    }),
  };
}

export function recordMessage(
  store: Store,
  type: EventOf<'message'>,
  message: Message,
  previous: Previous,
): void {
  const context = messageContext(store, message);
  const actor: Actor =
    type === 'message.received'
      ? { type: 'contact', id: message.contactId, grantId: null }
      : store.actor;
  recordChange(store, type, { ...message }, previous, { at: message.updatedAt, context, actor });
}

/** A message that was accepted: nobody is told who has not asked for it by name. */
export function recordQueued(store: Store, message: Message): void {
  if (isNamed(store, 'message.queued')) recordMessage(store, 'message.queued', message, null);
}

export function recordConversation(
  store: Store,
  type: EventOf<'conversation'>,
  conversation: ConversationRecord,
  previous: Previous,
): void {
  const object = toConversation(store, conversation);
  recordChange(store, type, object, previous, { at: conversation.updatedAt });
}

/** A conversation that somebody changed: status, assignee and all else are events of their own. */
export function recordConversationChange(
  store: Store,
  conversation: ConversationRecord,
  previous: Readonly<Record<string, unknown>>,
): void {
  const { status, closedAt, reopenCount, snoozedUntil, assigneeId, ...others } = previous;
  const ofStatus = given({ status, snoozedUntil, closedAt, reopenCount });
  if (status !== undefined) {
    recordConversation(store, 'conversation.status_changed', conversation, ofStatus);
  }
  if (assigneeId !== undefined) {
    recordConversation(store, 'conversation.assigned', conversation, { assigneeId });
  }
  const rest = status === undefined ? { ...ofStatus, ...others } : others;
  if (Object.keys(rest).length > 0) {
    recordConversation(store, 'conversation.updated', conversation, rest);
  }
}

export function recordChannel(
  store: Store,
  type: EventOf<'channel'>,
  channel: Channel,
  previous: Previous,
): void {
  recordChange(store, type, { ...channel }, previous, { at: channel.updatedAt });
}

export function recordChange(
  store: Store,
  type: EventType,
  object: object & { id: string },
  previous: Previous,
  { at, context, actor = store.actor }: { at: string; context?: object; actor?: Actor },
): void {
  const isTold = store.events.note({ type, at, actor, object, previous, context });
  if (!isTold || store.webhookEndpoints.size === 0) return;
  const event = store.events.newest();
  if (event) fanOut(store, event);
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
