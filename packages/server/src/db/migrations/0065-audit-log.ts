import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const auditLog: Migration = {
  name: '0065-audit-log',
  async up(knex, dialect) {
    await knex.schema.createTable('audit_log', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('action').notNullable();
      column.text('actor_type').notNullable();
      column.text('actor_id');
      column.text('grant_id');
      column.text('record_id');
      column.text('ip');
      column.text('request_id');
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.index(['tenant_id', 'created_at', 'id'], 'audit_log_page');
      // Entries are removed by their age, of all tenants together.
      table.index(['created_at'], 'audit_log_age');
    });
  },
};
