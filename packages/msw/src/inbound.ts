import {
  type Channel,
  type Message,
  normalizeRecipient,
  ServiceError,
  type SimulatedInbound,
  type SimulateInboundBody,
} from '@parley/contract';
import { later } from '@parley/domain';
import { checkHears } from './channel-records.ts';
import { recordConversation, recordMessage } from './events.ts';
import { timelineOf, touchSeen } from './message-steps.ts';
import { type Person, resolvePerson } from './people.ts';
import { changeRecord } from './records.ts';
import { blankMessage } from './send-message.ts';
import type { ConversationRecord, Store } from './store.ts';
import { findThread, insertThread, showLastMessage } from './threads.ts';

/** `POST /channels/{id}/simulate/inbound`: a message of a customer, taken in once. */
export function receiveInbound(
  store: Store,
  channel: Channel,
  body: SimulateInboundBody,
): SimulatedInbound {
  checkHears(channel);
  const sender = normalizeRecipient(channel.type, body.from);
  if (!sender.ok) {
    throw new ServiceError('SVC-RECIPIENT-INVALID', {
      channelType: channel.type,
      reason: sender.reason,
    });
  }
  const known =
    body.externalId === undefined ? undefined : findInbound(store, channel, body.externalId);
  if (known) return { duplicate: true, message: known };
  const { profileName } = body;
  const person = resolvePerson(store, channel, sender, { source: 'inbound', profileName });
  const conversation = openThread(store, channel, person);
  const message = toMessage(store, channel, conversation, { ...body, from: sender.address });
  store.messages.set(message.id, message);
  const at = message.createdAt;
  timelineOf(store, message).push({
    type: 'received',
    at,
    receivedAt: store.now(),
    ignored: false,
    error: null,
  });
  recordMessage(store, 'message.received', message, null);
  touch(channel, person, conversation, message);
  return { duplicate: false, message };
}

function findInbound(store: Store, channel: Channel, externalId: string): Message | undefined {
  return [...store.messages.values()].find(
    (message) =>
      message.channelId === channel.id &&
      message.direction === 'inbound' &&
      message.externalId === externalId,
  );
}

function openThread(
  store: Store,
  channel: Channel,
  { contact, identity }: Person,
): ConversationRecord {
  const newest = findThread(store, channel, identity);
  const isOver = newest?.status === 'closed' && channel.settings.threading === 'new_after_close';
  if (!newest || isOver) {
    return insertThread(store, channel, contact, { address: identity.address, source: 'inbound' });
  }
  if (newest.status === 'closed' || newest.status === 'snoozed') {
    reopen(store, newest, store.now());
  }
  return newest;
}

/** Opens a closed or snoozed conversation. */
export function reopen(store: Store, conversation: ConversationRecord, at: string): void {
  const isClosed = conversation.status === 'closed';
  const previous = changeRecord(
    conversation,
    {
      status: 'open',
      closedAt: null,
      snoozedUntil: null,
      reopenCount: conversation.reopenCount + (isClosed ? 1 : 0),
    },
    at,
  );
  if (previous) recordConversation(store, 'conversation.status_changed', conversation, previous);
}

function toMessage(
  store: Store,
  channel: Channel,
  conversation: ConversationRecord,
  body: SimulateInboundBody,
): Message {
  const id = store.newId('message');
  const now = store.now();
  return {
    id,
    channelId: channel.id,
    channelType: channel.type,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    direction: 'inbound',
    type: body.type,
    from: body.from,
    to: channel.address ?? channel.id,
    text: body.type === 'text' ? body.text : null,
    template: null,
    replyTo: null,
    messageTag: null,
    metadata: {},
    ...blankMessage,
    location: body.type === 'location' ? body.location : null,
    interactive: body.type === 'interactive' ? body.interactive : null,
    status: 'received',
    externalId: body.externalId ?? `sandbox-${id}`,
    source: { type: 'contact', id: null },
    // A provider's clock that is ahead must not keep a window open.
    createdAt: body.timestamp !== undefined && body.timestamp < now ? body.timestamp : now,
    updatedAt: now,
  };
}

function touch(
  channel: Channel,
  { contact, identity }: Person,
  conversation: ConversationRecord,
  message: Message,
): void {
  const at = message.createdAt;
  showLastMessage(conversation, message);
  if (conversation.waitingSince === null || at < conversation.waitingSince) {
    conversation.waitingSince = at;
  }
  conversation.unreadCount += 1;
  conversation.messageCount += 1;
  conversation.updatedAt = message.updatedAt;
  // The newest message alone opens a window: an older one may be reported after it.
  for (const windowed of [conversation, identity]) {
    if (windowed.lastInboundAt === null || at >= windowed.lastInboundAt) {
      windowed.sentSinceInbound = 0;
    }
  }
  for (const record of [conversation, channel, contact, identity]) {
    record.lastInboundAt = later(record.lastInboundAt, at);
  }
  touchSeen(contact, at);
}
