import type {
  Message,
  SimulatedInbound,
  SimulateInboundBody,
  TenantSettings,
} from '@parley/contract';
import {
  archivedAs,
  type CustomerChange,
  changedByCustomer,
  checkReceives,
  confirmationMessage,
  confirmationOf,
  decisionOf,
  echoedMessage,
  firstEntry,
  type InboundContent,
  inboundMessage,
  isReport,
  isRestoredByMessage,
  lastTextAfter,
  later,
  messageOf,
  nextAssignee,
  placeOfInbound,
  previousOf,
  recipientOn,
  refuseClosedWindow,
  type StoredChannel,
  type StoredContact,
  type StoredConversation,
  type StoredMessage,
  senderOf,
  settingsOn,
  simulatedContent,
  summaryOf,
  wantsAssignee,
  withConsent,
  withEcho,
  withInbound,
  withReferences,
} from '@parley/domain';
import { contactRecords, decide } from './contact-records.ts';
import {
  conversationRecords,
  findNewestOf,
  insertConversation,
  reopen,
  takeOver,
} from './conversation-records.ts';
import { recordMessage } from './events.ts';
import { timelineOf, touchSeen } from './message-steps.ts';
import { type Person, resolvePerson } from './people.ts';
import { toMessage } from './record-answers.ts';
import { storeAccepted } from './send-message.ts';
import type { Store } from './store.ts';
import { takeRoom } from './tenant-limits.ts';
import { noteInboundOfTickets } from './ticket-comments.ts';

/** Handles `POST /channels/{id}/simulate/inbound`: stores a message of a customer, only once if it is repeated. */
export function receiveInbound(
  store: Store,
  channel: StoredChannel,
  body: SimulateInboundBody,
): SimulatedInbound {
  checkReceives(channel);
  const sender = recipientOn(channel.type, body.from);
  const known = findNamed(store, channel, body.externalId, 'inbound');
  if (known) return { duplicate: true, message: toMessage(store, known) };
  const { profileName } = body;
  const person = resolvePerson(store, channel, sender, { source: 'inbound', profileName });
  const { conversation, previousId } = openConversation(store, channel, person);
  const made = { id: store.newId('message'), at: store.now() };
  const message = inboundMessage(
    contentOf(store, channel, body),
    { channel, conversation },
    {
      ...made,
      from: sender.address,
      externalId: body.externalId ?? `sandbox-${made.id}`,
      sentAt: body.timestamp ?? made.at,
    },
  );
  takeRoom(store, { name: 'messagesPerMonth', at: message.createdAt, isNeverRefused: true });
  store.messages.set(message.id, message);
  timelineOf(store, message).push(firstEntry(message));
  recordMessage(store, 'message.received', message, null);
  if (isRestoredByMessage(person.contact, message)) {
    const restored = archivedAs(false)({ ...person.contact }, store.now());
    store.actFor(senderOf(message), () => contactRecords.save(store, person.contact, restored));
  }
  const settings = settingsOn(channel, store.tenant.settings);
  const confirmation = applyDecision(store, person.contact, message, settings);
  Object.assign(conversation, withInbound(conversation, message));
  if (confirmation !== null) {
    confirm(store, { channel, conversation }, { text: confirmation, causeId: message.id });
  }
  noteInboundOfTickets(store, message, person.contact, previousId);
  const written = isReport(message) ? [] : [person.contact, person.identity];
  for (const record of [channel, ...written]) {
    record.lastInboundAt = later(record.lastInboundAt, message.createdAt);
  }
  if (!isReport(message)) touchSeen(person.contact, message.createdAt);
  if (body.type === 'reaction') {
    const { externalId, emoji } = body.reaction;
    const target = findNamed(store, channel, externalId);
    const change = { kind: 'reaction', from: message.from, emoji } as const;
    if (target) applyChange(store, target, change, message.createdAt);
  }
  return { duplicate: false, message: toMessage(store, message) };
}

/**
 * Opts the contact in or out when the message is a keyword or a button for that. The contact is the actor of the
 * change. Returns the text that confirms the decision, or null.
 */
function applyDecision(
  store: Store,
  contact: StoredContact,
  message: StoredMessage,
  settings: TenantSettings,
): string | null {
  const decision = decisionOf(message, settings);
  if (!decision) return null;
  const before = { ...contact };
  const after = withConsent(before, decision);
  store.actFor(senderOf(message), () => decide(store, contact, [decision]));
  return confirmationOf(before, after, decision, settings);
}

/** Queues the message that confirms a decision, if the window is open. */
function confirm(
  store: Store,
  place: { channel: StoredChannel; conversation: StoredConversation },
  { text, causeId }: { text: string; causeId: string },
): void {
  const { channel, conversation } = place;
  if (refuseClosedWindow(channel, conversation, store.nowMs())) return;
  const made = { id: store.newId('message'), at: store.now() };
  const to = conversation.address;
  takeRoom(store, { name: 'messagesPerMonth', isNeverRefused: true });
  storeAccepted(store, conversation, confirmationMessage(place, { text, to, causeId }, made));
}

/** Returns the content of the message with its file and the message that it replies or reacts to. */
function contentOf(
  store: Store,
  channel: StoredChannel,
  body: SimulateInboundBody,
): InboundContent {
  return withReferences(
    { ...simulatedContent(body), replyTo: body.replyTo },
    (id) => findNamed(store, channel, id)?.id,
    () => store.newId('attachment'),
  );
}

/** Stores a text that the business sent with the network's own app. */
export function receiveEcho(
  store: Store,
  channel: StoredChannel,
  { text, to, externalId }: { text: string; to: string; externalId?: string | undefined },
): Message {
  checkReceives(channel);
  const recipient = recipientOn(channel.type, to);
  const known = findNamed(store, channel, externalId);
  if (known) return toMessage(store, known);
  const { contact, identity } = resolvePerson(store, channel, recipient, { source: 'inbound' });
  const { address } = identity;
  const conversation =
    findNewestOf(store, channel, identity) ??
    insertConversation(store, {
      ...{ channel, address, contact: summaryOf(contact) },
      ...{ thread: 1, source: 'inbox' },
    });
  const made = { id: store.newId('message'), at: store.now() };
  const message = echoedMessage(
    { type: 'text', text, content: null },
    { channel, conversation },
    {
      ...made,
      to: recipient.address,
      externalId: externalId ?? `sandbox-${made.id}`,
      sentAt: made.at,
    },
  );
  takeRoom(store, { name: 'messagesPerMonth', at: message.createdAt, isNeverRefused: true });
  store.messages.set(message.id, message);
  timelineOf(store, message).push(firstEntry(message));
  takeOver(store, conversation, made.at);
  Object.assign(conversation, withEcho(conversation, message));
  for (const record of [channel, contact, identity]) {
    record.lastOutboundAt = later(record.lastOutboundAt, message.createdAt);
  }
  recordMessage(store, 'message.sent', message, null);
  return toMessage(store, message);
}

/** Applies an edit or a deletion by the customer to a message. */
export function applyChange(
  store: Store,
  target: StoredMessage,
  change: CustomerChange,
  at: string,
): void {
  const after = changedByCustomer(target, change, { at, now: store.now() });
  if (after === target) return;
  const previous = previousOf(messageOf(target), messageOf(after));
  const lastText = lastTextAfter(target, after);
  Object.assign(target, after);
  const conversation = store.conversations.get(target.conversationId);
  if (conversation?.lastMessageId === target.id) Object.assign(conversation, lastText);
  if (Object.keys(previous).length === 0) return;
  recordMessage(store, 'message.updated', target, previous);
}

/** Returns the message of the channel, inbound or outbound, with this ID of the provider; undefined without one. */
export function findNamed(
  store: Store,
  channel: StoredChannel,
  externalId: string | undefined,
  direction?: StoredMessage['direction'],
): StoredMessage | undefined {
  if (externalId === undefined) return undefined;
  return [...store.messages.values()].find(
    (message) =>
      message.channelId === channel.id &&
      message.externalId === externalId &&
      (direction === undefined || message.direction === direction),
  );
}

interface Receiving {
  readonly conversation: StoredConversation;
  /** The ID of the closed conversation that the message would have reopened; undefined unless it starts a new one. */
  readonly previousId?: string;
}

/** Returns the conversation of an inbound message; creates, reopens or assigns it if necessary. */
function openConversation(
  store: Store,
  channel: StoredChannel,
  { contact, identity }: Person,
): Receiving {
  const newest = findNewestOf(store, channel, identity);
  const place = newest ? placeOfInbound(newest, channel.settings, contact) : 'new';
  if (!newest || place === 'new') {
    const { address, thread } = newest ?? { address: identity.address, thread: 0 };
    const who = { contact: summaryOf(contact), address, thread: thread + 1 };
    const made = insertConversation(store, { channel, ...who, source: 'inbound' });
    const conversation = assign(store, made, { channel, contact });
    return { conversation, ...(newest && { previousId: newest.id }) };
  }
  if (place === 'reopened') reopen(store, newest, store.now());
  return { conversation: assign(store, newest, { channel, contact }) };
}

function assign(
  store: Store,
  conversation: StoredConversation,
  { channel, contact }: { channel: StoredChannel; contact: StoredContact },
): StoredConversation {
  const { settings } = channel;
  if (!wantsAssignee(conversation, settings, contact)) return conversation;
  const all = [...store.conversations.values()];
  const assigneeId = nextAssignee(settings, {
    activeIds: [...store.users.values()].flatMap(({ id, active }) => (active ? id : [])),
    lastId: store.lastAssignees.get(channel.id) ?? null,
    openOf: (userId) =>
      all.filter((one) => one.assigneeId === userId && one.status === 'open').length,
  });
  if (assigneeId === undefined) return conversation;
  store.lastAssignees.set(channel.id, assigneeId);
  return conversationRecords.save(store, conversation, { assigneeId });
}
