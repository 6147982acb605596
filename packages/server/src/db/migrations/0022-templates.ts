import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the message templates of channels, as copies of the provider's records. */
export const templates: Migration = {
  name: '0022-templates',
  async up(knex, dialect) {
    await knex.schema.alterTable('channels', (table) => {
      columnsOf(table, dialect).time('templates_synced_at');
    });
    await knex.schema.createTable('templates', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('channel_id').notNullable();
      column.text('external_id');
      column.text('name').notNullable();
      column.text('language').notNullable();
      column.text('category').notNullable();
      column.text('status').notNullable();
      column.text('quality');
      column.text('rejection_reason');
      column.text('parameter_format').notNullable();
      column.json('components').notNullable();
      column.json('variables').notNullable();
      column.text('search_key').notNullable();
      column.time('synced_at');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table
        .foreign(['tenant_id', 'channel_id'])
        .references(['tenant_id', 'id'])
        .inTable('channels');
      table.unique(['tenant_id', 'channel_id', 'name', 'language'], {
        indexName: 'templates_name',
      });
      table.index(['tenant_id', 'channel_id', 'created_at', 'id'], 'templates_page');
      table.index(['tenant_id', 'channel_id', 'updated_at', 'id'], 'templates_by_change');
    });
  },
};
