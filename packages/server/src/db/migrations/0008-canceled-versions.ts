import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds the version of an endpoint lane up to which its waiting deliveries are canceled. A job cancels them when there
 * are many.
 */
export const canceledVersions: Migration = {
  name: '0008-canceled-versions',
  async up(knex, dialect) {
    await knex.schema.alterTable('webhook_lanes', (table) => {
      // Deliveries from before the versions have version 0.
      columnsOf(table, dialect).integer('canceled_version').notNullable().defaultTo(-1);
    });
  },
};
