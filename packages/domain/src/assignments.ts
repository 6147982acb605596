import type { ChannelSettings } from './channels.ts';
import type { StoredConversation } from './conversations.ts';

// The assignee that an inbound message gives its conversation: `autoAssign` of the channel.

/** Whether a message of its customer assigns the conversation. */
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
  /** The user that the channel chose last; null = none yet. */
  readonly lastId: string | null;
  /** The number of open conversations of a user. */
  openOf(userId: string): number;
}

/** Users with so many open conversations or more are equal: no count reads more of them. */
export const mostOpenCounted = 1_000;

/** The user who gets a conversation; undefined when none of them is active. Equal users get one in turn. */
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
