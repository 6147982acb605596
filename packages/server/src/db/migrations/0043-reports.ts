import type { Migration } from '../migrate.ts';

/** Adds indexes of times that reports need and no list is sorted by. */
export const reports: Migration = {
  name: '0043-reports',
  async up(knex) {
    await knex.raw(
      'create index conversations_by_closing on conversations (tenant_id, closed_at, id)',
    );
    await knex.raw('create index tickets_by_solution on tickets (tenant_id, solved_at, id)');
    await knex.raw(
      'create index deals_by_closing on deals (tenant_id, archived_key, closed_at, id)',
    );
  },
};
