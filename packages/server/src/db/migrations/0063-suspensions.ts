import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const suspensions: Migration = {
  name: '0063-suspensions',
  async up(knex, dialect) {
    await knex.schema.alterTable('tenants', (table) => {
      columnsOf(table, dialect).text('suspended_reason');
    });
  },
};
