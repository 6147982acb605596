import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const segments: Migration = {
  name: '0058-segments',
  async up(knex, dialect) {
    await knex.schema.createTable('segments', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('name').notNullable();
      column.text('name_key').notNullable();
      column.json('filter').notNullable();
      column.json('metadata').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['tenant_id', 'name_key'], { indexName: 'segments_name' });
      table.index(['tenant_id', 'created_at', 'id'], 'segments_page');
      table.index(['tenant_id', 'updated_at', 'id'], 'segments_by_change');
    });
  },
};
