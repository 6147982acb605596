import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Contacts store when their erasure began. From then on, a merge does not find them. */
export const erasingContacts: Migration = {
  name: '0090-erasing-contacts',
  async up(knex, dialect) {
    await knex.schema.alterTable('contacts', (table) => {
      columnsOf(table, dialect).time('erasing_at');
    });
  },
};
