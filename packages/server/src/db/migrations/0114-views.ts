import { createIndexes, type TenantIndex } from '../concurrent-indexes.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the views of an inbox: the conversations of a user, unread conversations and overdue tickets. Other
 * records are not in them, so writing such records costs nothing.
 */
export const views: Migration = {
  name: '0114-views',
  isConcurrent: true,
  up: (knex, dialect) => createIndexes(knex, dialect, indexes),
};

const indexes: readonly TenantIndex[] = [
  {
    name: 'conversations_by_assignee',
    table: 'conversations',
    columns: 'assignee_id, last_message_desc',
    where: 'assignee_id is not null',
  },
  {
    name: 'conversations_unread',
    table: 'conversations',
    columns: 'last_message_desc',
    where: 'unread_count > 0',
  },
  {
    name: 'tickets_overdue',
    table: 'tickets',
    columns: 'due_asc',
    where: "due_asc <> '~' and status not in ('solved', 'closed')",
  },
];
