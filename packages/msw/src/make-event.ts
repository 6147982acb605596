// Makes an event without a change in the store: the contract's example of its type, moved to the time of the mock, with
// the values of the test. Records that the test names by ID come from the store.
import {
  type EventType,
  eventExamples,
  eventSchemas,
  type IdKind,
  kindOfId,
} from '@parley/contract';
import { givenFields, systemActor, withFields } from '@parley/domain';
import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import type { EventExtras, EventFields, WebhookEvent } from './event-types.ts';
import { contextOfMessage } from './events.ts';
import type { MessageChange } from './generated/events.ts';
import { nounRecords } from './generated/records.ts';
import { MockError, refuseUnknownField } from './problems.ts';
import type { Store } from './store.ts';

type Fields = Record<string, unknown>;

export function makeEvent<Type extends EventType>(
  store: Store,
  keyId: string,
  type: Type,
  given: EventFields<Type>,
  extras: EventExtras,
): WebhookEvent<Type> {
  checkType(type);
  checkFields(type, given);
  const fields: Fields = givenFields(given);
  const example = shifted(eventExamples[type], store) as (typeof eventExamples)[Type];
  const { changes, previous: examplePrevious, object: after } = example.data;
  const before = recordBefore(store, fields, { ...after, ...examplePrevious });
  const change = isOwnChange(type, fields, after) ? {} : pick(after, changes);
  const stamp = 'updatedAt' in before && examplePrevious ? { updatedAt: store.now() } : {};
  const object = { ...before, ...stamp, ...change, ...fields } as Fields & { id: string };
  const isChange = examplePrevious !== null || extras.previous !== undefined;
  const previous = isChange
    ? (extras.previous ?? previousOf(type, { before, object, change, fields }))
    : null;
  const { actor = actorOf(type, object, keyId), test = type === 'webhook.test' } = extras;
  const context = type.startsWith('message.') ? contextOf(store, object, example, extras) : {};
  const at = store.now();
  const happening = { type, at, actor, object, previous, context, test, isPrepared: true };
  // The event has this type.
  return store.events.make(happening) as WebhookEvent<Type>;
}

function checkType(type: string): void {
  if (Object.hasOwn(eventSchemas, type)) return;
  const nearest = closest(String(type), Object.keys(eventSchemas));
  throw new MockError(`webhooks.event: there is no ${type}; the nearest is ${nearest}`);
}

function checkFields(type: EventType, fields: object): void {
  const where = `webhooks.event(${type})`;
  if (Object(fields) !== fields)
    throw new MockError(`${where}: ${fields} is no record; expected its fields, such as { id }`);
  const schema: unknown = eventSchemas[type].shape.data.shape.object;
  if (!(schema instanceof z.ZodObject)) return;
  refuseUnknownField(where, 'the record', Object.keys(schema.shape), fields);
}

/** Returns the stored record with the ID that the test gives, or else the example record with a new ID. */
function recordBefore(store: Store, fields: Fields, example: Fields): Fields {
  // The ID of every example has a known prefix.
  const kind = kindOfId(String(example['id'])) as IdKind;
  const stored = typeof fields['id'] === 'string' && shownRecord(store, kind, fields['id']);
  if (stored) return stored;
  const id = store.events.newId(kind, store.now());
  return {
    ...example,
    id,
    ...(kind === 'message' ? conversationFields(store, fields, example) : {}),
  };
}

/** Returns a copy of the stored record as the API returns it; undefined without one. */
function shownRecord(store: Store, kind: IdKind, id: string): Fields | undefined {
  const stored = store.records<never>(kind).get(id);
  const records = nounRecords.find((candidate) => candidate.kind === kind);
  return stored && records && { ...records.show(store, stored) };
}

/** Returns the fields that a message takes from its stored conversation: channel, contact and address. */
function conversationFields(
  store: Store,
  { conversationId }: Fields,
  { direction }: Fields,
): Fields {
  const conversation = store.conversations.get(String(conversationId));
  if (!conversation) return {};
  const { channelId, channelType, contactId, address } = conversation;
  const ours = store.channels.get(channelId)?.address ?? channelId;
  const ends = direction === 'inbound' ? { from: address, to: ours } : { from: ours, to: address };
  return { channelId, channelType, contactId, ...ends };
}

/** Returns whether the test itself gives the changed fields: the changes of the example then do not apply. */
function isOwnChange(type: EventType, fields: Fields, example: Fields): boolean {
  if (type.endsWith('.updated')) return Object.keys(fields).some(isChangeable);
  if (!type.endsWith('.status_changed') || fields['status'] === undefined) return false;
  return fields['status'] !== example['status'];
}

function isChangeable(name: string): boolean {
  return !['id', 'channelId', 'contactId', 'channelType', 'createdAt', 'updatedAt'].includes(name);
}

function previousOf(
  type: EventType,
  { before, object, change, fields }: Record<'before' | 'object' | 'change' | 'fields', Fields>,
): Fields {
  const given = isOwnKind(type) ? Object.keys(fields).filter(isChangeable) : [];
  const names = [...new Set([...Object.keys(change), ...given])];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(object[name]),
  );
  if (changed.length > 0) return pick(before, changed);
  throw new MockError(
    `webhooks.event(${type}): nothing changes; say what it was before with { previous: { … } }`,
  );
}

function isOwnKind(type: EventType): boolean {
  return type.endsWith('.updated') || type.endsWith('.status_changed');
}

function contextOf(
  store: Store,
  object: Fields,
  example: object,
  { conversation, contact }: EventExtras,
): Pick<MessageChange, 'conversation' | 'contact'> {
  // Examples of message events have a conversation and a contact.
  const { data } = example as { data: MessageChange };
  const { conversationId, contactId } = object as { conversationId: string; contactId: string };
  const known = contextOfMessage(store, { conversationId, contactId });
  return {
    conversation: withFields(
      { ...data.conversation, id: conversationId, ...known.conversation },
      conversation ?? {},
    ),
    contact: withFields({ ...data.contact, id: contactId, ...known.contact }, contact ?? {}),
  };
}

function actorOf(type: EventType, object: Fields, keyId: string): WebhookEvent['actor'] {
  if (type === 'message.received') {
    return { type: 'contact', id: String(object['contactId']), grantId: null };
  }
  const isOfSystem =
    eventExamples[type].actor.type === 'system' ||
    ['message.sent', 'message.delivered', 'message.read', 'message.failed'].includes(type);
  if (isOfSystem) return systemActor;
  return { type: 'api_key', id: keyId, grantId: null };
}

/** Returns the example with all its times moved by the same amount, so that it happened now. */
function shifted(example: { timestamp: string }, store: Store): unknown {
  const byMs = store.nowMs() - Date.parse(example.timestamp);
  return JSON.parse(JSON.stringify(example), (_name, value: unknown) =>
    typeof value === 'string' && isTime.test(value)
      ? new Date(Date.parse(value) + byMs).toISOString()
      : value,
  );
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function pick(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
}
