import type { Message, SendMessageBody } from '@parley/contract';
import {
  firstEntry,
  messageOf,
  outboundMessage,
  recipientOf,
  refuseMessage,
  type StoredConversation,
  type StoredMessage,
  summaryOf,
  targetOf,
  templateFor,
  withOutbound,
  withScheduled,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { findNewest, insertConversation } from './conversation-records.ts';
import { recordQueued } from './events.ts';
import { timelineOf } from './message-steps.ts';
import { findPerson, resolvePerson } from './people.ts';
import { getRecord } from './records.ts';
import { deliverLater, startLater } from './sandbox.ts';
import type { Store } from './store.ts';
import { templatesIn } from './template-records.ts';

/** Takes a message in and queues it, or throws the reason why it cannot be sent. */
export function acceptMessage(
  store: Store,
  body: SendMessageBody,
  within?: StoredConversation,
): StoredMessage {
  const channel = channelRecords.get(store, body.channelId);
  const target = findTarget(store, body);
  const recipient = recipientOf(body, channel);
  const { address } = recipient;
  const known = within ?? findNewest(store, channel, recipient);
  const named = body.type === 'template' ? body.template : undefined;
  const templates = named && templatesIn(store, channel.id, named.name);
  const refused = refuseMessage(
    body,
    {
      channel,
      conversation: known,
      recipient: known
        ? store.contacts.get(known.contactId)
        : findPerson(store, channel, recipient),
      target,
      ...(templates && { templates }),
    },
    store.nowMs(),
  );
  if (refused) throw refused;
  const source = 'api';
  const person = () => summaryOf(resolvePerson(store, channel, recipient, { source }).contact);
  const conversation =
    known ?? insertConversation(store, { channel, contact: person(), address, source });
  const made = { id: store.newId('message'), at: store.now() };
  const place = { channel, conversation };
  const message = outboundMessage(body, place, {
    ...made,
    to: address,
    target,
    template: named && templateFor(named, templates),
  });
  store.messages.set(message.id, message);
  timelineOf(store, message).push(firstEntry(message));
  if (message.scheduledAt === null) {
    Object.assign(conversation, withOutbound(conversation, message));
    recordQueued(store, message);
    deliverLater(store, message);
  } else {
    Object.assign(conversation, withScheduled(conversation, message));
    recordQueued(store, message);
    startLater(store, message);
  }
  return message;
}

/** The message that a new one replies or reacts to. Throws SVC-NOT-FOUND. */
function findTarget(store: Store, body: SendMessageBody): Message | undefined {
  const named = targetOf(body);
  return named && messageOf(getRecord(store.messages, 'message', named.id));
}
