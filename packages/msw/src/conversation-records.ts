import { addressVariants, conversationWindow, type IdentityKind } from '@parley/contract';
import {
  containing,
  conversationRules,
  fits,
  hasCustomValues,
  isDueToWake,
  type NewConversation,
  reopened,
  type StoredChannel,
  type StoredConversation,
  type StoredIdentity,
  type StoredMessage,
  takenOver,
} from '@parley/domain';
import { conversationsOf, isFoundBy } from './contact-records.ts';
import { withCheckedValues } from './custom-values.ts';
import { fakeRecords } from './fake-records.ts';
import { knownIdentity } from './people.ts';
import { toConversation } from './record-answers.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

const records = fakeRecords(conversationRules, {
  complete: toConversation,
  filters: (store) => ({
    unread: (conversation, unread: boolean) => conversation.unreadCount > 0 === unread,
    windowOpen: (conversation, open: boolean) =>
      conversationWindow(conversation.channelType, conversation, store.nowMs()).open === open,
    customField: hasCustomValues,
    q: searchIn(store),
  }),
  saved: wakeLater,
});

export const conversationRecords: typeof records = {
  ...records,
  update: (store, id, body) =>
    records.update(
      store,
      id,
      withCheckedValues(store, 'conversation', body, records.all(store).get(id) ?? {}),
    ),
};

/**
 * Returns the newest conversation with an address on a channel; undefined without one. All forms of a phone number
 * count as the same address.
 */
export function findNewest(
  store: Store,
  channel: StoredChannel,
  address: { kind: IdentityKind; address: string },
): StoredConversation | undefined {
  const { contactId = '' } = knownIdentity(store, channel, address) ?? {};
  return newestWith(store, channel, contactId, addressVariants(address));
}

/**
 * Returns the newest conversation of the customer who has an identity; undefined without one. A customer who writes
 * without a phone number may have conversations with a number on the channel.
 */
export function findNewestOf(
  store: Store,
  channel: StoredChannel,
  identity: StoredIdentity,
): StoredConversation | undefined {
  const { contactId } = identity;
  const all = identity.kind === 'phone' ? [] : (store.identitiesByContact.get(contactId) ?? []);
  const numbers = all.flatMap(({ kind, address }) => (kind === 'phone' ? address : []));
  return newestWith(store, channel, contactId, [...addressVariants(identity), ...numbers]);
}

function newestWith(
  store: Store,
  channel: StoredChannel,
  contactId: string,
  addresses: readonly string[],
): StoredConversation | undefined {
  const found = conversationsOf(store, contactId).filter(
    (one) => one.channelId === channel.id && addresses.includes(one.address),
  );
  return found.sort((a, b) => a.thread - b.thread).at(-1);
}

export function insertConversation(store: Store, place: NewConversation): StoredConversation {
  const conversation = conversationRecords.create(store, place);
  const { contactId } = conversation;
  store.conversationsByContact.set(contactId, [...conversationsOf(store, contactId), conversation]);
  return conversation;
}

/** Reopens a closed or snoozed conversation. */
export function reopen(store: Store, conversation: StoredConversation, at: string): void {
  conversationRecords.save(store, conversation, reopened(conversation, at), at);
}

/** Opens a `pending` conversation because a person writes in it. */
export function takeOver(store: Store, conversation: StoredConversation, at: string): void {
  const after = takenOver(conversation, at);
  if (after !== conversation) conversationRecords.save(store, conversation, after, at);
}

function wakeLater(
  store: Store,
  conversation: StoredConversation,
  previous: Partial<StoredConversation>,
): void {
  const { snoozedUntil } = conversation;
  if (snoozedUntil === null || previous.snoozedUntil === undefined) return;
  const wake = (atMs: number) => {
    const isErased = !store.conversations.has(conversation.id);
    if (isErased || !isDueToWake(conversation, snoozedUntil)) return;
    reopen(store, conversation, new Date(atMs).toISOString());
  };
  store.jobs.add({ kind: 'timer', dueMs: Date.parse(snoozedUntil), run: wake });
}

/** Returns a function that tells whether a search finds a conversation. It reads the messages once. */
function searchIn(store: Store) {
  let mentioned: ReadonlySet<string> | undefined;
  return ({ id, contactId }: StoredConversation, q: string): boolean => {
    mentioned ??= mentioning(store, q);
    return mentioned.has(id) || isFoundBy(q)(getRecord(store.contacts, 'contact', contactId));
  };
}

/** Returns the IDs of the conversations with a message that a search finds. */
function mentioning(store: Store, q: string): ReadonlySet<string> {
  const mentions = fits({ q: containing<StoredMessage>(({ text }) => [text]) }, { q });
  const found = [...store.messages.values()].filter(mentions);
  return new Set(found.map(({ conversationId }) => conversationId));
}
