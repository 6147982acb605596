import type { Migration } from '../migrate.ts';

/** Renames the role with all rights to `owner`, and adds an index for lists of members. */
export const members: Migration = {
  name: '0027-members',
  async up(knex) {
    await knex('users').where({ role: 'admin' }).update({ role: 'owner' });
    await knex.schema.alterTable('users', (table) => {
      table.index(['tenant_id', 'created_at', 'id'], 'users_page');
    });
  },
};
