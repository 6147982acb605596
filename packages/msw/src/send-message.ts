import type { Message, SendMessageBody } from '@parley/contract';
import {
  fileNamedBy,
  firstEntry,
  type MessageSource,
  messageOf,
  outboundMessage,
  recipientOf,
  refuseMessage,
  type StoredConversation,
  type StoredMessage,
  summaryOf,
  targetOf,
  templateFor,
  warningsOf,
  withOutbound,
  withScheduled,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { findNewest, insertConversation } from './conversation-records.ts';
import { recordQueued } from './events.ts';
import { mediaOf } from './media.ts';
import { timelineOf } from './message-steps.ts';
import { findPerson, newcomer, resolvePerson } from './people.ts';
import { getRecord } from './records.ts';
import { deliverLater, startLater } from './sandbox.ts';
import type { Store } from './store.ts';
import { templatesIn } from './template-records.ts';
import { requireRoom, takeRoom } from './tenant-limits.ts';

/** Accepts a message and queues it. Throws the error of the first rule that refuses it. */
export function acceptMessage(
  store: Store,
  body: SendMessageBody,
  within?: StoredConversation,
  messageSource?: MessageSource,
): StoredMessage {
  const channel = channelRecords.get(store, body.channelId);
  const target = findTarget(store, body);
  const file = fileNamedBy(body);
  const media = file && mediaOf(store, file.id);
  const recipient = recipientOf(body, channel);
  const { address } = recipient;
  const known = within ?? findNewest(store, channel, recipient);
  const named = body.type === 'template' ? body.template : undefined;
  const templates = named && templatesIn(store, channel.id, named.name);
  const person = known
    ? store.contacts.get(known.contactId)
    : findPerson(store, channel, recipient);
  if (!person) requireRoom(store, { name: 'contacts' });
  const refused = refuseMessage(
    body,
    {
      channel,
      conversation: known,
      recipient: person ?? newcomer(store, channel, recipient),
      target,
      media,
      ...(templates && { templates }),
    },
    store.nowMs(),
  );
  if (refused) throw refused;
  requireRoom(store, { name: 'messagesPerMonth' });
  const open = () => {
    const { contact } = resolvePerson(store, channel, recipient, { source: 'api' });
    const place = { channel, contact: summaryOf(contact), address, source: 'api' } as const;
    return known ?? insertConversation(store, place);
  };
  const conversation = within ?? open();
  takeRoom(store, { name: 'messagesPerMonth' });
  const made = { id: store.newId('message'), at: store.now() };
  const place = { channel, conversation };
  const message = outboundMessage(body, place, {
    ...made,
    to: address,
    target,
    media,
    template: named && templateFor(named, templates),
    source: messageSource,
    warnings: warningsOf(body, channel, conversation, store.nowMs()),
  });
  if (media) media.expiresAt = null;
  storeAccepted(store, conversation, message);
  return message;
}

/** Stores an accepted message, and queues it for its time. */
export function storeAccepted(
  store: Store,
  conversation: StoredConversation,
  message: StoredMessage,
): void {
  const isScheduled = message.scheduledAt !== null;
  const shown = isScheduled ? withScheduled : withOutbound;
  store.messages.set(message.id, message);
  timelineOf(store, message).push(firstEntry(message));
  Object.assign(conversation, shown(conversation, message));
  recordQueued(store, message);
  if (isScheduled) startLater(store, message);
  else deliverLater(store, message);
}

/**
 * Returns the message that a new one replies or reacts to; undefined for any other message. Throws SVC-NOT-FOUND when
 * there is none with this ID.
 */
function findTarget(store: Store, body: SendMessageBody): Message | undefined {
  const named = targetOf(body);
  return named && messageOf(getRecord(store.messages, 'message', named.id));
}
