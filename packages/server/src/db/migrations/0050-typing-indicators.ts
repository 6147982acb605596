import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the column with the time at which a worker last sent a typing indicator, so that other workers know it. */
export const typingIndicators: Migration = {
  name: '0050-typing-indicators',
  async up(knex, dialect) {
    await knex.schema.alterTable('conversations', (table) => {
      // Epoch milliseconds; 0 = never.
      columnsOf(table, dialect).bigInteger('typing_at').notNullable().defaultTo(0);
    });
  },
};
