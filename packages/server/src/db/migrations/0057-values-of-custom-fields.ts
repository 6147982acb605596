import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds values of custom fields to conversations, deals and tickets, as contacts have them. */
export const valuesOfCustomFields: Migration = {
  name: '0057-values-of-custom-fields',
  async up(knex, dialect) {
    for (const name of ['conversations', 'deals', 'tickets']) {
      await knex.schema.alterTable(name, (table) => {
        const column = columnsOf(table, dialect);
        column.json('custom_fields').notNullable().defaultTo('{}');
        column.text('custom_fields_key').notNullable().defaultTo('');
      });
    }
  },
};
