// Records the events of changes in the store, as the server does: one event for each kind of change.
import type { Actor, EventType, Message, MessageContext } from '@parley/contract';
import { messageContext, messageOf, type StoredMessage, senderOf } from '@parley/domain';
import type { Store } from './store.ts';
import { fanOut, isNamed } from './webhook-queue.ts';

export type Previous = Readonly<Record<string, unknown>> | null;

type EventOf<Noun extends string> = Extract<EventType, `${Noun}.${string}`>;

/** Returns the context of a message's events, from its stored conversation and contact. */
export function contextOfMessage(
  { conversations, contacts }: Store,
  { conversationId, contactId }: Pick<Message, 'conversationId' | 'contactId'>,
): Partial<MessageContext> {
  return messageContext(conversations.get(conversationId), contacts.get(contactId));
}

export function recordMessage(
  store: Store,
  type: EventOf<'message'>,
  stored: StoredMessage,
  previous: Previous,
): void {
  const context = contextOfMessage(store, stored);
  const isOfCustomer = type === 'message.received' || type === 'message.updated';
  const actor = isOfCustomer ? senderOf(stored) : store.actor;
  recordChange(store, type, messageOf(stored), previous, { at: stored.updatedAt, context, actor });
}

/** Records that a message was accepted. The event goes only to endpoints that list its type by name. */
export function recordQueued(store: Store, stored: StoredMessage): void {
  if (isNamed(store, 'message.queued')) recordMessage(store, 'message.queued', stored, null);
}

export function recordChange(
  store: Store,
  type: EventType,
  object: object & { id: string },
  previous: Previous,
  {
    actor = store.actor,
    ...rest
  }: { at: string; context?: object; actor?: Actor; channelId?: string | null | undefined },
): void {
  const isNoted = store.events.note({ type, actor, object, previous, ...rest });
  if (!isNoted || store.webhookEndpoints.size === 0) return;
  const event = store.events.newest();
  if (event) fanOut(store, event);
}
