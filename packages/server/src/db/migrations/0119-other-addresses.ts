import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds to identities another address of the same person, which a network stated together with the first. */
export const otherAddresses: Migration = {
  name: '0119-other-addresses',
  async up(knex, dialect) {
    await knex.schema.alterTable('identities', (table) => {
      columnsOf(table, dialect).text('other_address');
    });
  },
};
