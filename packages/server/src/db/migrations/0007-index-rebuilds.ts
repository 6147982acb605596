import type { Migration } from '../migrate.ts';

/** The analysis version of a running rebuild; 0 for none. */
export const indexRebuilds: Migration = {
  name: '0007-index-rebuilds',
  async up(knex) {
    await knex.schema.alterTable('knowledge_indexes', (table) => {
      table.integer('rebuilding').notNullable().defaultTo(0);
    });
  },
};
