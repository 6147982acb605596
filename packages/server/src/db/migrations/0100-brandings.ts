import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the branding of agencies, and the domains on which people sign in with it. */
export const brandings: Migration = {
  name: '0100-brandings',
  async up(knex, dialect) {
    await knex.schema.alterTable('tenants', (table) => {
      table.text('branding');
    });
    await knex.schema.createTable('agency_domains', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('domain').notNullable();
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'domain']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      // Before the sign-in, a request has only the domain. Two agencies cannot have the same one.
      table.unique(['domain'], { indexName: 'agency_domains_domain' });
    });
  },
};
