import type { Migration } from '../migrate.ts';

/**
 * Drops the foreign key of timeline entries on Postgres: it cost a query for each entry (decision 629). Every entry is
 * written with its message, under the lock of the message. SQLite keeps the key.
 */
export const uncheckedTimelines: Migration = {
  name: '0118-unchecked-timelines',
  async up(knex, dialect) {
    if (dialect === 'sqlite') return;
    await knex.raw(
      'alter table message_events drop constraint message_events_tenant_id_message_id_foreign',
    );
  },
};
