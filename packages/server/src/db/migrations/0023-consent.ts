import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** The decisions of contacts about messages. Null for those that have decided nothing: nearly all. */
export const consent: Migration = {
  name: '0023-consent',
  async up(knex, dialect) {
    await knex.schema.alterTable('contacts', (table) => {
      const column = columnsOf(table, dialect);
      column.json('consent');
      column.flag('blocked');
    });
  },
};
