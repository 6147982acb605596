import type { Migration } from '../migrate.ts';

/**
 * Adds indexes for the contacts and deals of a user, and for the tickets of a kind. Records without an owner or kind are
 * not in them, so writing such records costs nothing.
 */
export const owners: Migration = {
  name: '0105-owners',
  async up(knex) {
    for (const table of ['contacts', 'deals']) {
      await knex.raw(
        `create index ${table}_by_owner on ${table} (tenant_id, archived_key, owner_id, created_at, id)
         where owner_id is not null`,
      );
    }
    await knex.raw(
      `create index tickets_by_type on tickets (tenant_id, type, updated_at, id) where type is not null`,
    );
  },
};
