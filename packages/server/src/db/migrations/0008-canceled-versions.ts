import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** What a lane had ready until then is canceled, in the background where it is much. */
export const canceledVersions: Migration = {
  name: '0008-canceled-versions',
  async up(knex, dialect) {
    await knex.schema.alterTable('webhook_lanes', (table) => {
      // Deliveries of older versions have 0.
      columnsOf(table, dialect).integer('canceled_version').notNullable().defaultTo(-1);
    });
  },
};
