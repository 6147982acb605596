import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the views of an inbox: the conversations of a user, unread conversations and overdue tickets. Other
 * records are not in them, so writing such records costs nothing.
 */
export const views: Migration = {
  name: '0114-views',
  async up(knex) {
    for (const [name, table, columns, where] of indexes) {
      await knex.raw(`create index ${name} on ${table} (tenant_id, ${columns}, id) where ${where}`);
    }
  },
};

const indexes = [
  [
    'conversations_by_assignee',
    'conversations',
    'assignee_id, last_message_desc',
    'assignee_id is not null',
  ],
  ['conversations_unread', 'conversations', 'last_message_desc', 'unread_count > 0'],
  [
    'tickets_overdue',
    'tickets',
    'due_asc',
    "due_asc <> '~' and status not in ('solved', 'closed')",
  ],
] as const;
