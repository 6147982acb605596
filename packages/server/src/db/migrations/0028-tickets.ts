import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds tickets with their numbers and their history. */
export const tickets: Migration = {
  name: '0028-tickets',
  async up(knex, dialect) {
    await knex.schema.createTable('tickets', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.integer('number').notNullable();
      column.text('subject').notNullable();
      column.text('description');
      column.text('status').notNullable();
      column.text('priority').notNullable();
      column.text('priority_rank').notNullable();
      column.text('type');
      column.text('contact_id');
      column.text('conversation_id');
      column.text('channel_id');
      column.text('assignee_id');
      column.json('tags').notNullable();
      column.text('tags_key').notNullable();
      column.text('external_id');
      column.text('follow_up_of_id');
      column.text('due_asc').notNullable();
      column.text('due_desc').notNullable();
      column.time('first_responded_at');
      column.time('solved_at');
      column.time('closed_at');
      column.integer('reopen_count').notNullable();
      column.time('last_comment_at');
      column.integer('comment_count').notNullable();
      column.text('source').notNullable();
      column.text('search_key').notNullable();
      column.json('metadata').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      for (const [name, target] of [
        ['contact_id', 'contacts'],
        ['conversation_id', 'conversations'],
        ['channel_id', 'channels'],
        ['assignee_id', 'users'],
      ] as const) {
        table.foreign(['tenant_id', name]).references(['tenant_id', 'id']).inTable(target);
      }
      table.unique(['tenant_id', 'number'], { indexName: 'tickets_number' });
      table.unique(['tenant_id', 'external_id'], { indexName: 'tickets_external_id' });
      table.index(['tenant_id', 'created_at', 'id'], 'tickets_page');
      table.index(['tenant_id', 'updated_at', 'id'], 'tickets_by_change');
      table.index(['tenant_id', 'priority_rank', 'id'], 'tickets_by_priority');
      table.index(['tenant_id', 'due_asc', 'id'], 'tickets_by_due_asc');
      table.index(['tenant_id', 'due_desc', 'id'], 'tickets_by_due_desc');
      // SQLite would use this index for every order, and sort all tickets of a status at once.
      if (dialect === 'postgres') {
        table.index(['tenant_id', 'status', 'updated_at', 'id'], 'tickets_by_status');
      }
      table.index(['tenant_id', 'assignee_id', 'updated_at', 'id'], 'tickets_by_assignee');
      table.index(['tenant_id', 'contact_id', 'updated_at', 'id'], 'tickets_by_contact');
      table.index(['tenant_id', 'conversation_id', 'number', 'id'], 'tickets_by_conversation');
    });
    await knex.schema.createTable('ticket_counters', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.integer('last_number').notNullable();
      table.primary(['tenant_id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    });
    await knex.schema.createTable('ticket_changes', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('ticket_id').notNullable();
      column.text('field').notNullable();
      column.text('from_value');
      column.text('to_value');
      column.json('author').notNullable();
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign(['tenant_id', 'ticket_id']).references(['tenant_id', 'id']).inTable('tickets');
      table.index(['tenant_id', 'ticket_id', 'created_at', 'id'], 'ticket_changes_page');
    });
  },
};
