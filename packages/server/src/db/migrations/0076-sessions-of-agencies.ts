import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Members of an agency work in the tenants of its clients, each session under a grant. */
export const sessionsOfAgencies: Migration = {
  name: '0076-sessions-of-agencies',
  async up(knex, dialect) {
    await knex.schema.alterTable('sessions', (table) => {
      const column = columnsOf(table, dialect);
      column.text('grant_id');
      // The tenant of the member; null = the tenant of the session.
      column.text('home_tenant_id');
    });
  },
};
