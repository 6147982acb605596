import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds the encrypted keys of the hashes of suppressed addresses. They belong to the installation: the only row has an
 * empty `tenant_id`.
 */
export const suppressionKeys: Migration = {
  name: '0122-suppression-keys',
  async up(knex, dialect) {
    await knex.schema.createTable('suppression_keys', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('sealed').notNullable();
      table.primary(['tenant_id']);
    });
  },
};
