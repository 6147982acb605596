import type { Migration } from '../migrate.ts';

/** Adds the analysis version of a running rebuild of a search index; 0 = none is running. */
export const indexRebuilds: Migration = {
  name: '0007-index-rebuilds',
  async up(knex) {
    await knex.schema.alterTable('knowledge_indexes', (table) => {
      table.integer('rebuilding').notNullable().defaultTo(0);
    });
  },
};
