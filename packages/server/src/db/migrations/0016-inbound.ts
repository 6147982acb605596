import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds tables for webhooks of providers: their bodies, the items that could not be handled, and the reports about
 * unknown messages.
 */
export const inbound: Migration = {
  name: '0016-inbound',
  async up(knex, dialect) {
    await indexChannels(knex);
    await createBatches(knex, dialect);
    await createFailures(knex, dialect);
    await createReports(knex, dialect);
  },
};

/** Adds an index that finds channels by their ID alone, because a webhook names its channel but not the tenant. */
async function indexChannels(knex: Knex): Promise<void> {
  await knex.raw('create index channels_by_id on channels (id)');
  await knex.raw(
    `create index channels_by_external_id on channels (type, external_id)
     where provider <> 'sandbox' and archived_at is null`,
  );
}

async function createBatches(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('inbound_batches', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    // A hash of the signed bytes and of the items in this row. A provider that repeats a webhook sends the same bytes.
    column.text('id').notNullable();
    column.text('channel_id').notNullable();
    // The items of the body that belong to the lane; null when all of them are handled or stored as failures.
    column.json('body');
    column.time('received_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign(['tenant_id', 'channel_id']).references(['tenant_id', 'id']).inTable('channels');
    table.index(['tenant_id', 'received_at'], 'inbound_batches_by_age');
  });
}

async function createFailures(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('inbound_failures', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('channel_id').notNullable();
    column.text('batch_id').notNullable();
    // The position of the item in its batch. It identifies the failure, even if the batch is handled several times.
    column.integer('place').notNullable();
    column.text('kind').notNullable();
    column.text('status').notNullable();
    column.text('reason').notNullable();
    column.json('fragment').notNullable();
    column.integer('attempts').notNullable();
    column.time('received_at').notNullable();
    column.time('last_attempt_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign(['tenant_id', 'channel_id']).references(['tenant_id', 'id']).inTable('channels');
    table.unique(['tenant_id', 'batch_id', 'place'], { indexName: 'inbound_failures_item' });
    table.index(['tenant_id', 'channel_id', 'received_at', 'id'], 'inbound_failures_page');
  });
}

async function createReports(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('pending_reports', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('channel_id').notNullable();
    // The provider's ID of the message that the report is about.
    column.text('external_id').notNullable();
    column.json('report').notNullable();
    column.time('received_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign(['tenant_id', 'channel_id']).references(['tenant_id', 'id']).inTable('channels');
    table.index(['tenant_id', 'channel_id', 'external_id', 'id'], 'pending_reports_of_message');
    table.index(['tenant_id', 'received_at'], 'pending_reports_by_age');
  });
}
