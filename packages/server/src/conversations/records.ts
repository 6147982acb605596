import { channelCapabilities, channelType } from '@parley/contract/schemas';
import { conversationOf, conversationRules, type StoredConversation } from '@parley/domain';
import { contactsTable } from '../contacts/table.ts';
import { defineRecords } from '../crud/records.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import { enqueue } from '../jobs/queue.ts';
import { messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { requireUser } from '../users/service.ts';
import { conversationsTable } from './table.ts';

export const conversations = defineRecords(conversationsTable, conversationRules, {
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
    q: mentions,
  },
  saved: wakeLater,
});

async function wakeLater(
  ctx: TenantContext,
  { id, snoozedUntil }: StoredConversation,
  before: StoredConversation,
): Promise<void> {
  if (snoozedUntil === null || snoozedUntil === before.snoozedUntil) return;
  const delayMs = Date.parse(snoozedUntil) - ctx.now().getTime();
  await enqueue(ctx, 'wake-conversation', { conversationId: id, snoozedUntil }, { delayMs });
}

/** The SQL equivalent of `conversationWindow`. */
function windowIsOpen(sql: SqlWriter, nowMs: number): string {
  const types = channelType.options.map((type) => {
    const { windowHours, messagesPerWindow } = channelCapabilities[type];
    const since = sql.bind(new Date(nowMs - windowHours * 3_600_000).toISOString());
    const isLeft =
      messagesPerWindow === null ? '' : `and sent_since_inbound < ${messagesPerWindow}`;
    return `channel_type = '${type}' and last_inbound_at > ${since} ${isLeft}`;
  });
  return `(${types.join(' or ')})`;
}

/** The text occurs in the searched columns of the contact, or in a message. */
function mentions(text: string, sql: SqlWriter): string | undefined {
  if (text.trim() === '') return undefined;
  const has = (table: { name: string }, searched: string, [own, key]: [string, string]) => {
    const contains = () => sql.contains(searched, text) ?? 'true';
    // Postgres searches the whole table once. SQLite must not, because it blocks the process: it reads some conversations
    // at a time.
    if (sql.dialect === 'postgres')
      return `${own} in (select ${key} ${sql.rowsOf(table, contains)})`;
    const ofThis = () => `${table.name}.${key} = conversations.${own} and ${contains()}`;
    return `exists (select 1 ${sql.rowsOf(table, ofThis)})`;
  };
  return `(${has(contactsTable, 'search_key', ['contact_id', 'id'])}
    or ${has(messagesTable, 'text_key', ['id', 'conversation_id'])})`;
}
