import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds comments of tickets, and the order of the changes of a ticket. */
export const ticketComments: Migration = {
  name: '0029-ticket-comments',
  async up(knex, dialect) {
    await knex.schema.createTable('ticket_comments', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('ticket_id').notNullable();
      column.text('body').notNullable();
      column.text('visibility').notNullable();
      column.json('author').notNullable();
      column.text('message_id');
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign(['tenant_id', 'ticket_id']).references(['tenant_id', 'id']).inTable('tickets');
      table.index(['tenant_id', 'ticket_id', 'created_at', 'id'], 'ticket_comments_page');
    });
    await knex.schema.alterTable('ticket_changes', (table) => {
      columnsOf(table, dialect).integer('position').notNullable().defaultTo(0);
      table.dropIndex(['tenant_id', 'ticket_id', 'created_at', 'id'], 'ticket_changes_page');
      table.index(['tenant_id', 'ticket_id', 'position', 'id'], 'ticket_changes_order');
    });
  },
};
