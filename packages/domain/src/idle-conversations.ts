import type { StoredConversation } from './conversations.ts';

// The server closes conversations in which nothing happens: `conversationAutoCloseHours` of the tenant. Messages and
// changes set `updatedAt`, so the time begins anew with each of them.

const hourMs = 3_600_000;

/** The shortest time between two looks for records to close, in milliseconds. */
export const idleCheckMs = 60_000;

type Idling = Pick<StoredConversation, 'status' | 'snoozedUntil' | 'updatedAt'>;

/** Whether time alone can close the conversation. The end of a snooze opens it, which is a change. */
export function canBecomeIdle({ status, snoozedUntil }: Idling): boolean {
  return status !== 'closed' && snoozedUntil === null;
}

/** Whether the time without a message or a change closes the conversation. */
export function isIdle(conversation: Idling, hours: number, nowMs: number): boolean {
  if (!canBecomeIdle(conversation)) return false;
  return Date.parse(conversation.updatedAt) + hours * hourMs <= nowMs;
}

/**
 * Returns the time of the next look for idle conversations, or for tickets that are solved for long. `oldest` is the last
 * change of the one that is closed next; undefined without any. A record that changes later is closed later.
 */
export function nextIdleCheckMs(oldest: string | undefined, hours: number, nowMs: number): number {
  const sinceMs = oldest === undefined ? nowMs : Date.parse(oldest);
  return Math.max(sinceMs + hours * hourMs, nowMs + idleCheckMs);
}
