import { addressVariants, conversationWindow, type IdentityKind } from '@parley/contract';
import {
  containing,
  conversationRules,
  fits,
  isDueToWake,
  type NewConversation,
  reopened,
  type StoredChannel,
  type StoredConversation,
  type StoredMessage,
} from '@parley/domain';
import { isFoundBy } from './contact-records.ts';
import { hasWantedValues, withCheckedValues } from './custom-values.ts';
import { fakeRecords } from './fake-records.ts';
import { toConversation } from './record-answers.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

const records = fakeRecords(conversationRules, {
  complete: toConversation,
  filters: (store) => ({
    unread: (conversation, unread: boolean) => conversation.unreadCount > 0 === unread,
    windowOpen: (conversation, open: boolean) =>
      conversationWindow(conversation.channelType, conversation, store.nowMs()).open === open,
    customField: hasWantedValues,
    q: (conversation, text: string) => isFound(store, conversation, text),
  }),
  saved: wakeLater,
});

export const conversationRecords: typeof records = {
  ...records,
  update: (store, id, body) =>
    records.update(store, id, withCheckedValues(store, 'conversation', body, { isNew: false })),
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
  const addresses = addressVariants(address);
  return [...store.conversations.values()].findLast(
    (conversation) =>
      conversation.channelId === channel.id && addresses.includes(conversation.address),
  );
}

export function insertConversation(store: Store, place: NewConversation): StoredConversation {
  const conversation = conversationRecords.create(store, place);
  const { contactId, channelId, address } = conversation;
  const others = store.exchangesByContact.get(contactId) ?? [];
  store.exchangesByContact.set(contactId, [
    ...others.filter((other) => other.channelId !== channelId || other.address !== address),
    conversation,
  ]);
  return conversation;
}

/** Reopens a closed or snoozed conversation. */
export function reopen(store: Store, conversation: StoredConversation, at: string): void {
  conversationRecords.save(store, conversation, reopened(conversation, at), at);
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

function isFound(store: Store, conversation: StoredConversation, q: string): boolean {
  const contact = getRecord(store.contacts, 'contact', conversation.contactId);
  if (isFoundBy(q)(contact)) return true;
  const mentions = fits({ q: containing<StoredMessage>(({ text }) => [text]) }, { q });
  return [...store.messages.values()].some(
    (message) => message.conversationId === conversation.id && mentions(message),
  );
}
