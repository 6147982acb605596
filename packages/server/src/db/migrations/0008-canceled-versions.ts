import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Deliveries of a lane that were ready until then are canceled, in the background when there are many. */
export const canceledVersions: Migration = {
  name: '0008-canceled-versions',
  async up(knex, dialect) {
    await knex.schema.alterTable('webhook_lanes', (table) => {
      // Deliveries of older versions have 0.
      columnsOf(table, dialect).integer('canceled_version').notNullable().defaultTo(-1);
    });
  },
};
