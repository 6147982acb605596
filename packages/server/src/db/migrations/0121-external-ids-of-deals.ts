import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds the caller's own ID to deals. Deals without one are not in its index, so the index of a large table is empty at
 * first.
 */
export const externalIdsOfDeals: Migration = {
  name: '0121-external-ids-of-deals',
  async up(knex, dialect) {
    await knex.schema.alterTable('deals', (table) => {
      columnsOf(table, dialect).text('external_id');
    });
    await knex.raw(
      'create unique index deals_external_id on deals (tenant_id, external_id) where external_id is not null',
    );
  },
};
