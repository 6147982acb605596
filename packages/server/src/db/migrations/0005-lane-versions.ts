import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds the version of an endpoint lane to deliveries. It distinguishes deliveries that waited before a change of the
 * endpoint from later ones.
 */
export const laneVersions: Migration = {
  name: '0005-lane-versions',
  async up(knex, dialect) {
    await knex.schema.alterTable('deliveries', (table) => {
      columnsOf(table, dialect).integer('lane_version').notNullable().defaultTo(0);
    });
  },
};
