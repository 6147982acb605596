import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Conversations, deals and tickets have values of custom fields, as contacts do. */
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
