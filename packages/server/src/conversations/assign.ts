import {
  nextAssignee,
  type StoredChannel,
  type StoredContact,
  type StoredConversation,
  wantsAssignee,
} from '@parley/domain';
import { channelsTable } from '../channels/table.ts';
import { lockKind } from '../crud/lock-kind.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { usersTable } from '../users/table.ts';
import { conversations } from './records.ts';
import { countOpen } from './statements/count-open.ts';

/**
 * Returns the conversation of an inbound message with the assignee that the channel chooses. Call it in the transaction
 * of the message.
 */
export async function withAssignee(
  ctx: TenantContext,
  before: StoredConversation,
  { channel, sender }: { channel: StoredChannel; sender: StoredContact },
): Promise<StoredConversation> {
  const { id, settings } = channel;
  if (!wantsAssignee(before, settings, sender)) return before;
  // Transactions choose assignees one after the other, so that each sees the choice of the one before.
  await ctx.db.run(lockKind, { kind: 'conversation' });
  const [users, row, open] = await Promise.all([
    ctx.db.select(usersTable).whereIn('id', settings.assigneeIds),
    ctx.db.select(channelsTable).where({ id }).first(),
    settings.autoAssign === 'least_open' ? ctx.db.run(countOpen, settings.assigneeIds) : undefined,
  ]);
  const assigneeId = nextAssignee(settings, {
    activeIds: users.map(usersTable.toRecord).flatMap((user) => (user.active ? user.id : [])),
    lastId: row?.last_assignee_id ?? null,
    openOf: (userId) => open?.get(userId) ?? 0,
  });
  if (assigneeId === undefined) return before;
  await ctx.db.update(channelsTable, { id }, { last_assignee_id: assigneeId });
  const after = { ...before, assigneeId };
  await conversations.save(ctx, before, after);
  return after;
}
