import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds settings of tenants. Null until somebody changes them. */
export const tenantSettings: Migration = {
  name: '0025-tenant-settings',
  async up(knex, dialect) {
    await knex.schema.alterTable('tenants', (table) => {
      columnsOf(table, dialect).json('settings');
    });
  },
};
