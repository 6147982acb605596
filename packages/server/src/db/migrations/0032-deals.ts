import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const deals: Migration = {
  name: '0032-deals',
  async up(knex, dialect) {
    await knex.schema.createTable('deals', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('title').notNullable();
      column.text('pipeline_id').notNullable();
      column.text('stage_id').notNullable();
      column.text('contact_id');
      column.text('conversation_id');
      column.bigInteger('value');
      column.text('currency').notNullable();
      column.text('status').notNullable();
      column.text('lost_reason');
      column.integer('probability');
      column.text('owner_id');
      column.text('source');
      column.json('tags').notNullable();
      column.text('expected_close_date').notNullable();
      column.bigInteger('position').notNullable();
      column.json('metadata').notNullable();
      column.time('stage_changed_at').notNullable();
      column.time('status_changed_at').notNullable();
      column.time('won_at');
      column.time('lost_at');
      column.time('closed_at');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      column.time('archived_at');
      column.text('archived_key').notNullable();
      column.text('value_asc').notNullable();
      column.text('value_desc').notNullable();
      column.text('expected_close_desc').notNullable();
      column.text('tags_key').notNullable();
      column.text('search_key').notNullable();
      table.primary(['tenant_id', 'id']);
      table
        .foreign(['tenant_id', 'pipeline_id'])
        .references(['tenant_id', 'id'])
        .inTable('pipelines');
      for (const [name, order] of Object.entries(orders)) {
        table.index(['tenant_id', 'archived_key', order, 'id'], `deals_by_${name}`);
      }
      table.index(['tenant_id', 'stage_id', 'position', 'id'], 'deals_board');
      table.index(['tenant_id', 'stage_id', 'created_at', 'id'], 'deals_of_stage');
      table.index(['tenant_id', 'stage_id', 'updated_at', 'id'], 'deals_of_stage_by_change');
      table.index(['tenant_id', 'contact_id', 'created_at', 'id'], 'deals_of_contact');
      // The index has all columns that a sum of deals reads.
      table.index(
        [
          'tenant_id',
          'pipeline_id',
          'archived_key',
          'stage_id',
          'currency',
          'probability',
          'value',
        ],
        'deals_summary',
      );
    });
    await knex.schema.createTable('deal_periods', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('deal_id').notNullable();
      column.text('pipeline_id').notNullable();
      column.text('stage_id').notNullable();
      column.text('status').notNullable();
      column.time('entered_at').notNullable();
      column.time('left_at');
      table.primary(['tenant_id', 'id']);
      table.foreign(['tenant_id', 'deal_id']).references(['tenant_id', 'id']).inTable('deals');
      table.index(['tenant_id', 'deal_id', 'entered_at', 'id'], 'deal_periods_of_deal');
    });
  },
};

/** The columns that lists of all deals can be sorted by. */
const orders = {
  creation: 'created_at',
  change: 'updated_at',
  value: 'value_asc',
  value_down: 'value_desc',
  close: 'expected_close_date',
};
