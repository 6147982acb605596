import { createIndexes, type TenantIndex } from '../concurrent-indexes.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the records of one status: the conversations on both databases, and the tickets on SQLite. Without
 * them, a list of the few that are open reads all others of the tenant, too.
 */
export const openRecords: Migration = {
  name: '0117-open-records',
  isConcurrent: true,
  up: (knex, dialect) =>
    createIndexes(knex, dialect, dialect === 'sqlite' ? [conversations, tickets] : [conversations]),
};

const conversations: TenantIndex = {
  name: 'conversations_by_status',
  table: 'conversations',
  columns: 'status, last_message_desc',
};

const tickets: TenantIndex = {
  name: 'tickets_by_status',
  table: 'tickets',
  columns: 'status, updated_at',
};
