import type { StoredConversation } from './conversations.ts';

/** Returns the conversation without unread messages. */
export function markedRead(before: StoredConversation): StoredConversation {
  return { ...before, unreadCount: 0 };
}

/** Returns the conversation as unread: with at least one unread message. */
export function markedUnread(before: StoredConversation): StoredConversation {
  return { ...before, unreadCount: Math.max(1, before.unreadCount) };
}
