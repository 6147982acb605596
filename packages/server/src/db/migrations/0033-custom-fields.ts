import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const customFields: Migration = {
  name: '0033-custom-fields',
  async up(knex, dialect) {
    await knex.schema.createTable('custom_fields', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('entity').notNullable();
      column.text('key').notNullable();
      column.text('key_key').notNullable();
      column.text('label').notNullable();
      column.text('type').notNullable();
      column.json('options').notNullable();
      column.flag('required');
      column.integer('position').notNullable();
      column.json('metadata').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['tenant_id', 'entity', 'key_key'], { indexName: 'custom_fields_key' });
    });
    await knex.schema.alterTable('contacts', (table) => {
      const column = columnsOf(table, dialect);
      column.json('custom_fields').notNullable().defaultTo('{}');
      column.text('custom_fields_key').notNullable().defaultTo('');
    });
  },
};
