// What the store tells of its changes, as the service does: one event for each kind of change.
import type { Actor, EventType, Message } from '@parley/contract';
import { displayName, messageOf, type StoredMessage } from '@parley/domain';
import type { MessageContext } from './event-types.ts';
import type { Store } from './store.ts';
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
  stored: StoredMessage,
  previous: Previous,
): void {
  const context = messageContext(store, stored);
  const actor: Actor =
    type === 'message.received'
      ? { type: 'contact', id: stored.contactId, grantId: null }
      : store.actor;
  recordChange(store, type, messageOf(stored), previous, { at: stored.updatedAt, context, actor });
}

/** A message that was accepted: nobody is told who has not asked for it by name. */
export function recordQueued(store: Store, stored: StoredMessage): void {
  if (isNamed(store, 'message.queued')) recordMessage(store, 'message.queued', stored, null);
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
