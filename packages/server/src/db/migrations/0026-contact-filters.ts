import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

const scopes = ['marketing', 'all'] as const;

/**
 * Adds indexes for lists of contacts by their opt-outs and opt-ins, and of blocked contacts. They contain no other
 * contacts.
 */
export const contactFilters: Migration = {
  name: '0026-contact-filters',
  async up(knex, dialect) {
    await knex.schema.alterTable('contacts', (table) => {
      for (const scope of scopes) columnsOf(table, dialect).text(`${scope}_consent`);
    });
    for (const scope of scopes) {
      const status =
        dialect === 'postgres'
          ? `consent::json -> '${scope}' ->> 'status'`
          : `json_extract(consent, '$.${scope}.status')`;
      await knex.raw(
        `update contacts set ${scope}_consent = nullif(${status}, 'unknown') where consent is not null`,
      );
      await knex.raw(
        `create index contacts_by_${scope}_consent
         on contacts (tenant_id, ${scope}_consent, created_at, id) where ${scope}_consent is not null`,
      );
    }
    await knex.raw(
      'create index contacts_blocked on contacts (tenant_id, blocked, created_at, id) where blocked = 1',
    );
  },
};
