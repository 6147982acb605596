import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds to channels the quality rating and the messaging limit of their number. */
export const channelQuality: Migration = {
  name: '0071-channel-quality',
  async up(knex, dialect) {
    await knex.schema.alterTable('channels', (table) => {
      columnsOf(table, dialect).json('quality');
    });
  },
};
