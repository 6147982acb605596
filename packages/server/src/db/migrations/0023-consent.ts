import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the opt-outs and opt-ins of contacts. The column is null for contacts without any, which most are. */
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
