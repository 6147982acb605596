import type { Migration } from '../migrate.ts';

/** The clock stores how far the times have been moved that follow its last step back; null when all are moved. */
export const movingClock: Migration = {
  name: '0101-moving-clock',
  async up(knex) {
    await knex.schema.alterTable('clock', (table) => {
      table.text('moving');
    });
  },
};
