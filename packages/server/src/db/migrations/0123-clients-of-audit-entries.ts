import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the client that an action of an agency concerns. Of the earlier entries, those about a client itself get it. */
export const clientsOfAuditEntries: Migration = {
  name: '0123-clients-of-audit-entries',
  async up(knex, dialect) {
    await knex.schema.alterTable('audit_log', (table) => {
      columnsOf(table, dialect).text('client_id');
    });
    await knex('audit_log')
      .where('action', 'like', 'agency_client.%')
      .update({ client_id: knex.ref('record_id') });
  },
};
