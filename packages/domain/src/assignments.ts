import type { ChannelSettings } from './channels.ts';
import type { StoredConversation } from './conversations.ts';

// Chooses the assignee of a conversation that receives a message, by the setting `autoAssign` of the channel.

/** Returns whether an inbound message makes the server assign the conversation to a user. */
export function wantsAssignee(
  { status, assigneeId }: Pick<StoredConversation, 'status' | 'assigneeId'>,
  { autoAssign }: ChannelSettings,
  { blocked }: { readonly blocked: boolean },
): boolean {
  return autoAssign !== 'off' && status === 'open' && assigneeId === null && !blocked;
}

interface Known {
  /** The users who may get a conversation. */
  readonly activeIds: readonly string[];
  /** The user to whom the channel assigned its last conversation; null before the first assignment. */
  readonly lastId: string | null;
  /** The number of open conversations of a user. */
  openOf(userId: string): number;
}

/** The count of open conversations stops at this number: users with this many or more count as equal. */
export const mostOpenCounted = 1_000;

/**
 * Returns the user who gets the conversation, or undefined when no user is active. With `least_open`, users with
 * equally many open conversations take turns.
 */
export function nextAssignee(
  { autoAssign, assigneeIds }: ChannelSettings,
  { activeIds, lastId, openOf }: Known,
): string | undefined {
  const next = assigneeIds.indexOf(lastId ?? '') + 1;
  const inTurn = [...assigneeIds.slice(next), ...assigneeIds.slice(0, next)];
  const active = inTurn.filter((id) => activeIds.includes(id));
  if (autoAssign !== 'least_open') return active[0];
  const counted = active.map((id) => Math.min(openOf(id), mostOpenCounted));
  return active[counted.indexOf(Math.min(...counted))];
}
