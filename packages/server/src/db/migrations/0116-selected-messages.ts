import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the failed messages, and for the messages of one source, such as a broadcast. Other messages are not
 * in them, so writing such messages costs nothing.
 */
export const selectedMessages: Migration = {
  name: '0116-selected-messages',
  isConcurrent: true,
  async up(knex, dialect) {
    const isPostgres = dialect === 'postgres';
    // A concurrent build waits for all transactions that began before it.
    if (isPostgres) await knex.raw('set lock_timeout = 0');
    for (const [name, columns, where] of indexes) {
      // An interrupted build leaves an index that Postgres does not use.
      if (isPostgres) await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(
        `create index ${isPostgres ? 'concurrently' : ''} ${name} on messages (tenant_id, ${columns}, id) where ${where}`,
      );
    }
    if (isPostgres) await knex.raw('reset lock_timeout');
  },
};

const indexes = [
  ['messages_with_failure', 'created_at', "status = 'failed'"],
  ['messages_of_source', 'source_id, created_at', 'source_id is not null'],
] as const;
