import type { Migration } from '../migrate.ts';

/** Adds who proved that a domain belongs to an agency: `dns`, or null for the operator. */
export const proofsOfDomains: Migration = {
  name: '0108-proofs-of-domains',
  async up(knex) {
    await knex.schema.alterTable('agency_domains', (table) => {
      table.text('proof');
    });
  },
};
