import { channelCapabilities, channelType } from '@parley/contract/schemas';
import { conversationOf, conversationRules, hourMs, type StoredConversation } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { hasValues, updateWithValues } from '../custom-fields/values.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import { enqueue } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { requireUser } from '../users/service.ts';
import { mentioning } from './mentioning.ts';
import { conversationsTable } from './table.ts';

const records = defineRecords(conversationsTable, conversationRules, {
  references: { assigneeId: requireUser },
  make(stored, nowMs) {
    const record = conversationOf(stored, nowMs);
    const { open, expiresAt } = record.window;
    return { record, ...(open && expiresAt && { goodUntilMs: Date.parse(expiresAt) }) };
  },
  filters: {
    unread: (unread) => `unread_count ${unread ? '>' : '='} 0`,
    windowOpen: (open, sql, ctx) => {
      const isOpen = windowIsOpen(sql, ctx.now().getTime());
      return `last_inbound_at is not null and ${open ? isOpen : `not ${isOpen}`}`;
    },
    customField: hasValues('conversations'),
    // `sift` applies this filter, because it reads the messages.
    q: () => undefined,
  },
  sift: ({ q }) => (q === undefined || q.trim() === '' ? undefined : mentioning(q)),
  saved: wakeLater,
});

export const conversations = {
  ...records,
  update: updateWithValues('conversation', records),
};

async function wakeLater(
  ctx: TenantContext,
  { id, snoozedUntil }: StoredConversation,
  before: StoredConversation,
): Promise<void> {
  if (snoozedUntil === null || snoozedUntil === before.snoozedUntil) return;
  const delayMs = Date.parse(snoozedUntil) - ctx.now().getTime();
  await enqueue(ctx, 'wake-conversation', { conversationId: id, snoozedUntil }, { delayMs });
}

/** Returns the SQL condition for conversations with an open window. It equals `conversationWindow`. */
export function windowIsOpen(sql: SqlWriter, nowMs: number): string {
  const types = channelType.options.map((type) => {
    const { windowHours } = channelCapabilities[type];
    const since = sql.bind(new Date(nowMs - windowHours * hourMs).toISOString());
    return `channel_type = '${type}' and last_inbound_at > ${since}`;
  });
  return `(${types.join(' or ')})`;
}
