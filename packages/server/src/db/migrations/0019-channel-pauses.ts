import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the pause of a channel, during which it sends nothing because its provider is overloaded. */
export const channelPauses: Migration = {
  name: '0019-channel-pauses',
  async up(knex, dialect) {
    await knex.schema.alterTable('channels', (table) => {
      const column = columnsOf(table, dialect);
      // The end of the pause in epoch milliseconds, and the length of the last pause.
      column.bigInteger('paused_until').notNullable().defaultTo(0);
      column.bigInteger('pause_ms').notNullable().defaultTo(0);
    });
  },
};
