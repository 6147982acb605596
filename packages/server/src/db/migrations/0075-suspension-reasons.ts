import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the reason why an agency has suspended a client, and the time when a member was last in the console. */
export const suspensionReasons: Migration = {
  name: '0075-suspension-reasons',
  async up(knex, dialect) {
    await knex.schema.alterTable('agency_clients', (table) => {
      columnsOf(table, dialect).text('suspended_reason');
    });
    await knex.schema.alterTable('users', (table) => {
      columnsOf(table, dialect).time('last_seen_at');
    });
  },
};
