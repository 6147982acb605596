import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** What waited for an endpoint before a change of it is known from what came after, by no clock. */
export const laneVersions: Migration = {
  name: '0005-lane-versions',
  async up(knex, dialect) {
    await knex.schema.alterTable('deliveries', (table) => {
      columnsOf(table, dialect).integer('lane_version').notNullable().defaultTo(0);
    });
  },
};
