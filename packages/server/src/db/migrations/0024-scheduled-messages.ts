import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds messages that are sent at a time that their sender chose. */
export const scheduledMessages: Migration = {
  name: '0024-scheduled-messages',
  async up(knex, dialect) {
    await knex.schema.alterTable('messages', (table) => {
      columnsOf(table, dialect).time('scheduled_at');
    });
  },
};
