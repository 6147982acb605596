import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds to identities the contact that their contact was last suggested to be merged into. */
export const mergeSuggestions: Migration = {
  name: '0060-merge-suggestions',
  async up(knex, dialect) {
    await knex.schema.alterTable('identities', (table) => {
      columnsOf(table, dialect).text('suggested_for');
    });
  },
};
