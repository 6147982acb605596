import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const contactImports: Migration = {
  name: '0041-contact-imports',
  async up(knex, dialect) {
    await knex.schema.createTable('contact_imports', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('status').notNullable();
      column.text('filename');
      column.json('match').notNullable();
      column.text('on_conflict').notNullable();
      column.flag('dry_run');
      column.text('mapping');
      column.json('ignored_columns').notNullable();
      column.text('sha256').notNullable();
      column.bigInteger('size_bytes').notNullable();
      column.text('delimiter').notNullable();
      column.json('headers').notNullable();
      column.bigInteger('next_byte').notNullable();
      for (const count of ['total', 'processed', 'created', 'updated', 'skipped', 'failed']) {
        column.bigInteger(count).notNullable();
      }
      column.json('error');
      column.time('started_at');
      column.time('finished_at');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.index(['tenant_id', 'created_at', 'id'], 'contact_imports_by_creation');
      table.index(['tenant_id', 'sha256'], 'contact_imports_by_file');
    });
    await knex.schema.createTable('contact_import_errors', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('import_id').notNullable();
      column.bigInteger('line').notNullable();
      column.text('field');
      column.text('code').notNullable();
      column.text('message').notNullable();
      table.primary(['tenant_id', 'id']);
      table
        .foreign(['tenant_id', 'import_id'])
        .references(['tenant_id', 'id'])
        .inTable('contact_imports');
      table.index(['tenant_id', 'import_id', 'line', 'id'], 'contact_import_errors_by_line');
    });
  },
};
