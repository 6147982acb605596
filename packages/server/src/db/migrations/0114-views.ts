import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the views of an inbox: the conversations of a user, unread conversations and overdue tickets. Other
 * records are not in them, so writing such records costs nothing.
 */
export const views: Migration = {
  name: '0114-views',
  isConcurrent: true,
  async up(knex, dialect) {
    const isPostgres = dialect === 'postgres';
    // A concurrent build waits for all transactions that began before it.
    if (isPostgres) await knex.raw('set lock_timeout = 0');
    for (const [name, table, columns, where] of indexes) {
      // An interrupted build leaves an index that Postgres does not use.
      if (isPostgres) await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(
        `create index ${isPostgres ? 'concurrently' : ''} ${name} on ${table} (tenant_id, ${columns}, id) where ${where}`,
      );
    }
    if (isPostgres) await knex.raw('reset lock_timeout');
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
