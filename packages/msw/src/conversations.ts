import {
  type Contract,
  conversationTransitions,
  type ListConversationsQuery,
  mergeMetadata,
  ServiceError,
  type UpdateConversationBody,
} from '@parley/contract';
import { givenFields } from '@parley/domain';
import { checkUser, isFoundBy } from './contacts.ts';
import { recordConversation, recordConversationChange } from './events.ts';
import { isAnyOf, isAnyOfOrNone, isInRanges, isWithin } from './filters.ts';
import { reopen } from './inbound.ts';
import { pageOfMessages } from './messages.ts';
import { paginate, readSort, type SortKey } from './pages.ts';
import { toConversation } from './record-answers.ts';
import { changeRecord, getRecord } from './records.ts';
import { acceptMessage } from './send-message.ts';
import type { ConversationRecord, Store } from './store.ts';
import { containsText, hasAnyTag } from './text-search.ts';
import type { Fakes } from './types.ts';

export const conversations: Fakes<Contract['conversations']> = {
  list: ({ query }, store) => {
    const { field, descending } = readSort(query.sort);
    const page = paginate([...store.conversations.values()].filter(fits(store, query)), {
      list: 'conversations',
      tenantId: store.tenant.id,
      query,
      key: (conversation) => conversation[field as keyof ConversationRecord] as SortKey,
      id: (conversation) => conversation.id,
      descending,
    });
    const data = page.data.map((conversation) => toConversation(store, conversation));
    return { status: 200, body: { ...page, data } };
  },
  get: ({ params }, store) => ok(store, getConversation(store, params.id)),
  update: ({ params, body }, store) => {
    const conversation = getConversation(store, params.id);
    if (body.assigneeId && body.assigneeId !== conversation.assigneeId) {
      checkUser(store, body.assigneeId, 'assigneeId');
    }
    update(store, conversation, body);
    return ok(store, conversation);
  },
  markRead: ({ params }, store) => {
    const conversation = getConversation(store, params.id);
    countUnread(store, conversation, 0, 'conversation.read');
    return ok(store, conversation);
  },
  markUnread: ({ params }, store) => {
    const conversation = getConversation(store, params.id);
    const unread = Math.max(1, conversation.unreadCount);
    countUnread(store, conversation, unread, 'conversation.updated');
    return ok(store, conversation);
  },
  listMessages: ({ params, query }, store) => {
    const { id } = getConversation(store, params.id);
    const list = `conversations ${id} messages`;
    const body = pageOfMessages(store, list, query, (message) => message.conversationId === id);
    return { status: 200, body };
  },
  sendMessage: ({ params, body }, store) => {
    const conversation = getConversation(store, params.id);
    const { channelId, address: to } = conversation;
    const message = acceptMessage(store, { ...body, channelId, to }, conversation);
    return { status: 202, body: message };
  },
};

function getConversation(store: Store, id: string): ConversationRecord {
  return getRecord(store.conversations, 'conversation', id);
}

function ok(store: Store, conversation: ConversationRecord) {
  return { status: 200, body: toConversation(store, conversation) } as const;
}

function countUnread(
  store: Store,
  conversation: ConversationRecord,
  unreadCount: number,
  type: 'conversation.read' | 'conversation.updated',
): void {
  const previous = changeRecord(conversation, { unreadCount }, store.now());
  if (previous) recordConversation(store, type, conversation, previous);
}

function update(
  store: Store,
  conversation: ConversationRecord,
  body: UpdateConversationBody,
): void {
  const { status, snoozedUntil, metadata, ...fields } = body;
  const from = conversation.status;
  const to = status ?? from;
  if (to !== from) checkTransition(conversation, to);
  checkSnooze(store, to, snoozedUntil);
  const wakesAt = to !== 'snoozed' ? null : (snoozedUntil ?? conversation.snoozedUntil);
  const closedAt = to === 'closed' ? (conversation.closedAt ?? store.now()) : null;
  const reopened = from === 'closed' && to === 'open' ? 1 : 0;
  const previous = changeRecord(
    conversation,
    {
      ...givenFields(fields),
      ...(metadata ? { metadata: mergeMetadata(conversation.metadata, metadata) } : {}),
      status: to,
      snoozedUntil: snoozedUntil === null ? null : wakesAt,
      closedAt,
      reopenCount: conversation.reopenCount + reopened,
    },
    store.now(),
  );
  if (!previous) return;
  recordConversationChange(store, conversation, previous);
  wakeLater(store, conversation);
}

function checkTransition(conversation: ConversationRecord, to: ConversationRecord['status']): void {
  const { id, status: from } = conversation;
  const allowed = [...conversationTransitions[from]];
  if (allowed.includes(to)) return;
  throw new ServiceError('SVC-INVALID-TRANSITION', {
    resource: 'conversation',
    id,
    from,
    to,
    allowed,
  });
}

function checkSnooze(store: Store, status: string, until: string | null | undefined): void {
  if (until === undefined || until === null) return;
  const rule =
    status !== 'snoozed'
      ? 'only_when_snoozed'
      : Date.parse(until) <= store.nowMs()
        ? 'in_the_future'
        : undefined;
  if (rule) throw new ServiceError('SVC-RULE-VIOLATION', { rule, field: 'snoozedUntil' });
}

function wakeLater(store: Store, conversation: ConversationRecord): void {
  const { snoozedUntil } = conversation;
  if (snoozedUntil === null) return;
  const wake = (atMs: number) => {
    if (conversation.snoozedUntil !== snoozedUntil) return;
    reopen(store, conversation, new Date(atMs).toISOString());
  };
  store.jobs.add({ kind: 'timer', dueMs: Date.parse(snoozedUntil), run: wake });
}

function fits(
  store: Store,
  query: ListConversationsQuery,
): (conversation: ConversationRecord) => boolean {
  return (conversation) =>
    isAnyOf(query.status, conversation.status) &&
    isAnyOf(query.channelId, conversation.channelId) &&
    isAnyOf(query.channelType, conversation.channelType) &&
    isAnyOf(query.contactId, conversation.contactId) &&
    isAnyOfOrNone(query.assigneeId, conversation.assigneeId) &&
    isAnyOf(query.priority, conversation.priority) &&
    isAnyOf(query.source, conversation.source) &&
    (query.tag === undefined || hasAnyTag(conversation.tags, query.tag)) &&
    (query.unread === undefined || query.unread === conversation.unreadCount > 0) &&
    isInRanges(conversation, query) &&
    isWithin(conversation.lastMessageAt, query.lastMessageAfter, query.lastMessageBefore) &&
    (query.windowOpen === undefined ||
      toConversation(store, conversation).window.open === query.windowOpen) &&
    (query.q === undefined || isFound(store, conversation, query.q));
}

function isFound(store: Store, conversation: ConversationRecord, q: string): boolean {
  const contact = getRecord(store.contacts, 'contact', conversation.contactId);
  if (isFoundBy(q)(contact)) return true;
  return [...store.messages.values()].some(
    (message) => message.conversationId === conversation.id && containsText([message.text], q),
  );
}
