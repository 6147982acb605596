import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds suppressions, which keep the opt-outs of erased contacts. */
export const suppressions: Migration = {
  name: '0035-suppressions',
  async up(knex, dialect) {
    await knex.schema.createTable('suppressions', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      // A keyed hash of the tenant, the network and the address, so that the address itself is not stored.
      column.text('id').notNullable();
      column.text('scope').notNullable();
      column.time('decided_at').notNullable();
      table.primary(['tenant_id', 'id', 'scope']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    });
  },
};
