import type { Migration } from '../migrate.ts';

/** The role that may do everything becomes that of the owner, and members are listed. */
export const members: Migration = {
  name: '0027-members',
  async up(knex) {
    await knex('users').where({ role: 'admin' }).update({ role: 'owner' });
    await knex.schema.alterTable('users', (table) => {
      table.index(['tenant_id', 'created_at', 'id'], 'users_page');
    });
  },
};
