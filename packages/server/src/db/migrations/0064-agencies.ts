import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const agencies: Migration = {
  name: '0064-agencies',
  async up(knex, dialect) {
    await knex.schema.createTable('agency_clients', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('client_tenant_id').notNullable();
      column.text('name').notNullable();
      column.text('name_key').notNullable();
      column.text('slug');
      column.text('external_id');
      column.text('text_key').notNullable();
      column.text('status').notNullable();
      column.flag('provisioned');
      column.text('timezone').notNullable();
      column.text('locale').notNullable();
      column.text('default_currency').notNullable();
      column.json('metadata').notNullable();
      column.time('suspended_at');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['tenant_id', 'client_tenant_id'], { indexName: 'agency_clients_tenant' });
      table.unique(['tenant_id', 'slug'], { indexName: 'agency_clients_slug' });
      table.unique(['tenant_id', 'external_id'], { indexName: 'agency_clients_external_id' });
      table.index(['tenant_id', 'created_at', 'id'], 'agency_clients_page');
      table.index(['tenant_id', 'updated_at', 'id'], 'agency_clients_by_change');
      table.index(['tenant_id', 'name_key', 'id'], 'agency_clients_by_name');
    });
    for (const name of ['agency_grants', 'received_grants']) {
      await knex.schema.createTable(name, (table) => {
        const column = columnsOf(table, dialect);
        column.tenantId();
        column.text('id').notNullable();
        column.text('agency_id').notNullable();
        column.text('agency_client_id').notNullable();
        column.json('permissions').notNullable();
        column.json('granted_by').notNullable();
        column.json('revoked_by');
        column.time('expires_at');
        column.time('revoked_at');
        column.time('created_at').notNullable();
        column.time('updated_at').notNullable();
        table.primary(['tenant_id', 'id']);
        table.foreign('tenant_id').references('tenant_id').inTable('tenants');
        table.index(['tenant_id', 'created_at', 'id'], `${name}_page`);
        table.index(['tenant_id', 'agency_client_id', 'created_at', 'id'], `${name}_of_client`);
      });
    }
    await knex.schema.alterTable('api_keys', (table) => {
      table.index(['tenant_id', 'created_by_id', 'created_at', 'id'], 'api_keys_of_creator');
      table.index(['tenant_id', 'grant_id'], 'api_keys_of_grant');
    });
  },
};
