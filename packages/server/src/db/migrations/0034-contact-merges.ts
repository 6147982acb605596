import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const contactMerges: Migration = {
  name: '0034-contact-merges',
  async up(knex, dialect) {
    await knex.schema.createTable('contact_merges', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('merged_into_id').notNullable();
      column.time('merged_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table
        .foreign(['tenant_id', 'merged_into_id'])
        .references(['tenant_id', 'id'])
        .inTable('contacts');
      table.index(['tenant_id', 'merged_into_id'], 'contact_merges_into');
    });
    // An index by which a merge finds the comments and changes of a contact.
    const authorId =
      dialect === 'postgres' ? `author::json ->> 'id'` : `json_extract(author, '$.id')`;
    for (const name of ['ticket_comments', 'ticket_changes']) {
      await knex.schema.alterTable(name, (table) => {
        columnsOf(table, dialect).text('author_id');
        table.index(['tenant_id', 'author_id'], `${name}_by_author`);
      });
      await knex(name).update({ author_id: knex.raw(authorId) });
    }
  },
};
