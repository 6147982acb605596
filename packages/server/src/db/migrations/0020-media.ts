import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const media: Migration = {
  name: '0020-media',
  async up(knex, dialect) {
    await knex.schema.createTable('media', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('kind').notNullable();
      column.text('mime_type').notNullable();
      column.text('filename');
      column.bigInteger('size_bytes').notNullable();
      column.text('sha256').notNullable();
      column.integer('width');
      column.integer('height');
      column.time('created_at').notNullable();
      column.time('expires_at');
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.index(['tenant_id', 'sha256'], 'media_by_digest');
    });
  },
};
