import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const cannedResponses: Migration = {
  name: '0012-canned-responses',
  async up(knex, dialect) {
    await knex.schema.createTable('canned_responses', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('shortcut').notNullable();
      column.text('shortcut_key').notNullable();
      column.text('title');
      column.text('text').notNullable();
      column.text('language');
      column.text('language_key');
      column.json('tags').notNullable();
      column.text('tags_key').notNullable();
      column.text('search_key').notNullable();
      column.json('metadata').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['tenant_id', 'shortcut_key'], { indexName: 'canned_responses_shortcut' });
      table.index(['tenant_id', 'created_at', 'id'], 'canned_responses_page');
      table.index(['tenant_id', 'updated_at', 'id'], 'canned_responses_by_change');
    });
  },
};
