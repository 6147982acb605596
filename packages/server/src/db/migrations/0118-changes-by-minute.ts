import type { Migration } from '../migrate.ts';

/**
 * Replaces the indexes of conversations by `updated_at` with indexes by its minute, on Postgres (minute-index.ts). Each
 * page of the table keeps space for the next versions of its rows.
 */
export const changesByMinute: Migration = {
  name: '0118-changes-by-minute',
  async up(knex, dialect) {
    if (dialect === 'sqlite') return;
    await knex.raw('drop index conversations_by_update, conversations_by_idleness');
    await knex.raw('alter table conversations set (fillfactor = 70)');
    await knex.raw(
      `alter table conversations add column updated_minute text collate "C"
       generated always as (left(updated_at, 16)) stored`,
    );
    await knex.raw(
      'create index conversations_by_update on conversations (tenant_id, updated_minute)',
    );
    await knex.raw(
      `create index conversations_by_idleness on conversations (tenant_id, updated_minute)
       where closed_at is null and snoozed_until is null`,
    );
    // Without statistics, Postgres would assume that a table has 200 different minutes.
    await knex.raw('analyze conversations (updated_minute)');
  },
};
