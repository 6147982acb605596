import type { StoredConversation } from './conversations.ts';
import { hourMs } from './durations.ts';

// The server closes idle conversations after the tenant's setting `conversationAutoCloseHours`. Messages and changes
// set `updatedAt`, so the hours start again with each of them.

/** The shortest time between two checks for idle records, in milliseconds. */
export const idleCheckMs = 60_000;

type Idling = Pick<StoredConversation, 'status' | 'snoozedUntil' | 'updatedAt'>;

/**
 * Returns whether a conversation can become idle. A conversation with a snooze cannot: the end of the snooze opens it,
 * which counts as a change.
 */
export function canBecomeIdle({ status, snoozedUntil }: Idling): boolean {
  return status !== 'closed' && snoozedUntil === null;
}

/** Returns whether the server must close the conversation, after this many hours without a message or a change. */
export function isIdle(conversation: Idling, hours: number, nowMs: number): boolean {
  if (!canBecomeIdle(conversation)) return false;
  return Date.parse(conversation.updatedAt) + hours * hourMs <= nowMs;
}

/**
 * Returns the time of the next check for idle conversations, or for tickets to close, in epoch milliseconds. `oldest`
 * is the last change of the record to be closed next; undefined when there is none. Changing a record only delays its
 * closing, so an early check is enough.
 */
export function nextIdleCheckMs(oldest: string | undefined, hours: number, nowMs: number): number {
  const sinceMs = oldest === undefined ? nowMs : Date.parse(oldest);
  return Math.max(sinceMs + hours * hourMs, nowMs + idleCheckMs);
}
