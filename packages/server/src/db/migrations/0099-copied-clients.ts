import type { Migration } from '../migrate.ts';

/** Adds what a client of an agency copies from another one when it is created. */
export const copiedClients: Migration = {
  name: '0099-copied-clients',
  async up(knex) {
    await knex.schema.alterTable('agency_clients', (table) => {
      table.text('copy');
    });
  },
};
