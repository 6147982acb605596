import { createIndexes, type TenantIndex } from '../concurrent-indexes.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the failed messages, and for the messages of one source, such as a ticket. Other messages are not
 * in them, so writing such messages costs nothing.
 */
export const selectedMessages: Migration = {
  name: '0116-selected-messages',
  isConcurrent: true,
  up: (knex, dialect) => createIndexes(knex, dialect, indexes),
};

const indexes: readonly TenantIndex[] = [
  {
    name: 'messages_with_failure',
    table: 'messages',
    columns: 'created_at',
    where: "status = 'failed'",
  },
  {
    name: 'messages_of_source',
    table: 'messages',
    columns: 'source_id, created_at',
    where: 'source_id is not null',
  },
];
