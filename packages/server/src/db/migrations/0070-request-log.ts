import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const requestLog: Migration = {
  name: '0070-request-log',
  async up(knex, dialect) {
    await knex.schema.createTable('request_log', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('key_id').notNullable();
      column.text('method').notNullable();
      column.text('path').notNullable();
      column.integer('status');
      column.text('code');
      column.text('request_id').notNullable();
      column.integer('duration_ms').notNullable();
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.index(['tenant_id', 'created_at', 'id'], 'request_log_page');
      // Rows are removed by their age, of all tenants together.
      table.index(['created_at'], 'request_log_age');
    });
  },
};
