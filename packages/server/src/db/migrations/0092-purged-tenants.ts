import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** The server deletes tenants some time after their agency has archived them. */
export const purgedTenants: Migration = {
  name: '0092-purged-tenants',
  async up(knex, dialect) {
    await knex.schema.alterTable('tenants', (table) => {
      columnsOf(table, dialect).time('purge_at');
    });
  },
};
