import type { Migration } from '../migrate.ts';

/**
 * Echoes look for failed messages without an ID of the provider. The index has few rows, and the steps of a message that
 * succeeds do not change its columns: Postgres writes those without any index.
 */
export const failedSends: Migration = {
  name: '0056-failed-sends',
  async up(knex) {
    await knex.raw(
      `create index messages_failed on messages (tenant_id, conversation_id, failed_at)
       where failed_at is not null and external_id is null`,
    );
  },
};
