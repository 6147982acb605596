import type { Migration } from '../migrate.ts';

/**
 * Adds an index of failed messages without a provider's ID, in which the server looks for the message of an echo. The
 * updates of a message that succeeds do not change its columns, so Postgres need not write any index.
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
