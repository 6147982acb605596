// Every status change of an outbound message passes through here, so that its timeline, conversation and contact agree.

import type { MessageEvent } from '@parley/contract';
import {
  later,
  type MessageState,
  type MessageStep,
  messageOf,
  previousOf,
  type StoredContact,
  type StoredIdentity,
  type StoredMessage,
  withStep,
} from '@parley/domain';
import { decide } from './contact-records.ts';
import { recordMessage } from './events.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';
import { templatesIn } from './template-records.ts';

/** Returns the records that decide the next step of a message. */
export function stateOf(store: Store, message: StoredMessage): MessageState {
  const template = message.content?.template;
  return {
    message,
    channel: getRecord(store.channels, 'channel', message.channelId),
    recipient: getRecord(store.contacts, 'contact', message.contactId),
    conversation: getRecord(store.conversations, 'conversation', message.conversationId),
    isSuspended: store.tenant.status !== 'active',
    templates: template && templatesIn(store, message.channelId, template.name),
  };
}

/** Writes a step into the message, its timeline and its conversation, and records its event. */
export function applyStep(store: Store, message: StoredMessage, step: MessageStep): void {
  const { patch, entry, event, inConversation, outboundAt, seenAt, decision } = step;
  const before = messageOf(message);
  Object.assign(message, patch);
  if (entry) timelineOf(store, message).push(entry);
  if (decision) {
    const contact = getRecord(store.contacts, 'contact', message.contactId);
    decide(store, contact, [decision], message.updatedAt);
  }
  if (event) recordMessage(store, event, message, previousOf(before, messageOf(message)));
  const conversation = getRecord(store.conversations, 'conversation', message.conversationId);
  if (inConversation) Object.assign(conversation, withStep(conversation, inConversation));
  if (seenAt !== undefined) touchSeen(store.contacts.get(message.contactId), seenAt);
  if (outboundAt !== undefined) touchOutbound(store, message, outboundAt);
}

export function timelineOf(store: Store, message: StoredMessage): MessageEvent[] {
  const known = store.timelines.get(message.id);
  if (known) return known;
  const timeline: MessageEvent[] = [];
  store.timelines.set(message.id, timeline);
  return timeline;
}

/** Stores the time at which the contact last wrote or read a message. */
export function touchSeen(contact: StoredContact | undefined, at: string): void {
  if (contact) contact.lastSeenAt = later(contact.lastSeenAt, at);
}

/** Stores the time at which a message was sent in its contact, its identity and its channel. */
function touchOutbound(store: Store, message: StoredMessage, at: string): void {
  const touched = [
    store.contacts.get(message.contactId),
    identityOf(store, message),
    store.channels.get(message.channelId),
  ];
  for (const record of touched) {
    if (record) record.lastOutboundAt = later(record.lastOutboundAt, at);
  }
}

/** Returns the identity to which a message was sent; undefined when the contact does not have it any more. */
function identityOf(
  store: Store,
  { channelType, channelId, to }: StoredMessage,
): StoredIdentity | undefined {
  return (
    store.identities.get(`${channelType}  ${to}`) ??
    store.identities.get(`${channelType} ${channelId} ${to}`)
  );
}
