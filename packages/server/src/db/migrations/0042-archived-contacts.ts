import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds a column for archived contacts as the first one of the indexes for lists of contacts, because these lists leave
 * out archived contacts.
 */
export const archivedContacts: Migration = {
  name: '0042-archived-contacts',
  async up(knex, dialect) {
    await knex.schema.alterTable('contacts', (table) => {
      const column = columnsOf(table, dialect);
      column.time('archived_at');
      column.text('archived_key').notNullable().defaultTo('0');
    });
    for (const [name, columns, where] of indexes) {
      await knex.raw(`drop index ${name}`);
      await knex.raw(
        `create index ${name} on contacts (tenant_id, archived_key, ${columns}, id)${where ? ` where ${where}` : ''}`,
      );
    }
  },
};

const indexes = [
  ['contacts_page', 'created_at'],
  ['contacts_by_update', 'updated_at'],
  ['contacts_by_last_seen', 'last_seen_at'],
  ['contacts_by_name', 'name_key'],
  [
    'contacts_by_marketing_consent',
    'marketing_consent, created_at',
    'marketing_consent is not null',
  ],
  ['contacts_by_all_consent', 'all_consent, created_at', 'all_consent is not null'],
  ['contacts_blocked', 'blocked, created_at', 'blocked = 1'],
] as const;
