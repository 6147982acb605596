import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

export const webhooks: Migration = {
  name: '0003-webhooks',
  async up(knex, dialect) {
    await keepWholeEvents(knex, dialect);
    await createEndpoints(knex, dialect);
    await createSubscriptions(knex, dialect);
    await createLanes(knex, dialect);
    await createDeliveries(knex, dialect);
  },
};

/** Stores each event as the bytes that are sent, so that every attempt sends the same bytes. */
async function keepWholeEvents(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.alterTable('events', (table) => {
    const column = columnsOf(table, dialect);
    column.text('channel_id');
    column.json('body').notNullable().defaultTo('');
  });
  await knex.raw(`
    update events set body = '{"id":"' || id || '","type":"' || type || '","timestamp":"' || created_at
      || '","apiVersion":"v1","tenantId":"' || tenant_id || '","sequence":' || sequence
      || ',"subject":{"type":"' || subject_type || '","id":"' || subject_id
      || '"},"actor":{"type":"' || actor_type || '","id":' || coalesce('"' || actor_id || '"', 'null')
      || ',"grantId":' || coalesce('"' || grant_id || '"', 'null')
      || '},"data":' || data || ',"test":' || case test when 1 then 'true' else 'false' end || '}'`);
  for (const part of ['subject_type', 'actor_type', 'actor_id', 'grant_id', 'data', 'test']) {
    await knex.raw(`alter table events drop column ${part}`);
  }
  await knex.schema.alterTable('events', (table) => {
    table.index(['tenant_id', 'type', 'sequence'], 'events_by_type');
    table.index(['tenant_id', 'subject_id', 'sequence'], 'events_by_subject');
  });
  await knex.schema.alterTable('event_counters', (table) => {
    // The number of patterns of enabled endpoints. If a tenant has none, recording an event need not look for
    // endpoints.
    columnsOf(table, dialect).integer('subscriptions').notNullable().defaultTo(0);
  });
}

async function createEndpoints(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('webhook_endpoints', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('url').notNullable();
    column.text('description');
    column.text('status').notNullable();
    column.text('disabled_reason');
    column.json('events').notNullable();
    column.json('channel_ids');
    // Each value is encrypted.
    column.json('headers').notNullable();
    column.integer('max_per_second');
    column.json('metadata').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    column.time('disabled_at');
    column.time('deleted_at');
    table.primary(['tenant_id', 'id']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    table.index(['tenant_id', 'created_at', 'id'], 'webhook_endpoints_page');
  });
  // A deleted endpoint releases its URL for another endpoint.
  await knex.raw(
    `create unique index webhook_endpoints_url on webhook_endpoints (tenant_id, url)
     where deleted_at is null`,
  );

  await knex.raw(
    `create index webhook_endpoints_deleted on webhook_endpoints (deleted_at)
     where deleted_at is not null`,
  );

  await knex.schema.createTable('webhook_secrets', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('endpoint_id').notNullable();
    // Numbers the secrets of this endpoint: 1, 2, 3 … The highest is the current one.
    column.integer('number').notNullable();
    column.text('sealed').notNullable();
    column.time('created_at').notNullable();
    // Null for the current secret.
    column.time('expires_at');
    table.primary(['tenant_id', 'endpoint_id', 'number']);
    table
      .foreign(['tenant_id', 'endpoint_id'])
      .references(['tenant_id', 'id'])
      .inTable('webhook_endpoints');
  });
}

/** Creates the table of subscriptions of enabled endpoints. Two indexes find the endpoints of an event. */
async function createSubscriptions(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('webhook_subscriptions', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('pattern').notNullable();
    column.text('endpoint_id').notNullable();
    // 1 = only events of the channels below, and events without a channel.
    column.flag('of_channels');
    table.primary(['tenant_id', 'pattern', 'endpoint_id']);
    table
      .foreign(['tenant_id', 'endpoint_id'])
      .references(['tenant_id', 'id'])
      .inTable('webhook_endpoints');
    table.index(['tenant_id', 'endpoint_id'], 'webhook_subscriptions_of_endpoint');
  });
  await knex.schema.createTable('webhook_channels', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('endpoint_id').notNullable();
    column.text('channel_id').notNullable();
    table.primary(['tenant_id', 'endpoint_id', 'channel_id']);
    table
      .foreign(['tenant_id', 'endpoint_id'])
      .references(['tenant_id', 'id'])
      .inTable('webhook_endpoints');
  });
}

/**
 * Creates the endpoint lanes: the state of an endpoint that changes with every delivery. The column `ready_at`, which
 * is computed from the other columns, is when a worker may next claim deliveries of the endpoint; null while it may
 * not.
 */
async function createLanes(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('webhook_lanes', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('endpoint_id').notNullable();
    column.flag('enabled');
    // Increments with every change of the endpoint that workers need for deliveries: URL, headers, secrets.
    column.integer('version').notNullable();
    // The earliest time at which a ready delivery may be due; null when there are none.
    column.bigInteger('next_due');
    column.integer('in_flight').notNullable();
    column.integer('max_in_flight').notNullable();
    // The deliveries in flight (webhook-deliveries/leases.ts). The row of a delivery is only written when its attempt
    // ends.
    column.text('leases').notNullable().defaultTo('');
    // For maxPerSecond: the most deliveries in one claim, and the time between two deliveries.
    column.integer('burst');
    column.integer('spacing_us');
    column.bigInteger('throttled_until').notNullable();
    column.bigInteger('open_until').notNullable();
    // The attempts and failures of the current half window, and of the one before.
    column.bigInteger('window_at').notNullable();
    column.integer('attempts').notNullable();
    column.integer('failures').notNullable();
    column.integer('earlier_attempts').notNullable();
    column.integer('earlier_failures').notNullable();
    column.time('last_delivery_at');
    column.time('last_success_at');
    column.time('failing_since');
    // When the first delivery was given up since the last success.
    column.time('exhausted_at');
    const later = dialect === 'postgres' ? 'greatest' : 'max';
    table.specificType(
      'ready_at',
      `bigint generated always as (case
         when enabled = 1 and in_flight < max_in_flight and next_due is not null
         then ${later}(next_due, throttled_until, open_until) end) stored`,
    );
    table.primary(['tenant_id', 'endpoint_id']);
    table
      .foreign(['tenant_id', 'endpoint_id'])
      .references(['tenant_id', 'id'])
      .inTable('webhook_endpoints');
  });
  await knex.raw(
    'create index webhook_lanes_ready on webhook_lanes (ready_at) where ready_at is not null',
  );
  if (dialect === 'postgres') {
    await knex.raw(
      `alter table webhook_lanes set (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05,
         autovacuum_vacuum_threshold = 200)`,
    );
  }
}

/**
 * Creates the tables of deliveries, without foreign keys: their checks would lock rows that every commit and every
 * claim writes.
 */
async function createDeliveries(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('deliveries', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    // Derived from the event and the endpoint (webhook-deliveries/delivery-id.ts), so each pair has one delivery.
    column.text('id').notNullable();
    column.text('endpoint_id').notNullable();
    column.text('event_id').notNullable();
    column.text('event_type').notNullable();
    column.text('status').notNullable();
    // The reason of the next attempt.
    column.text('trigger').notNullable();
    column.integer('attempts').notNullable();
    // The attempts of the current series. A redelivery begins a new series.
    column.integer('series_attempts').notNullable();
    column.bigInteger('due_at').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    column.time('delivered_at');
    table.primary(['tenant_id', 'id']);
    table.index(['tenant_id', 'endpoint_id', 'created_at', 'id'], 'deliveries_page');
  });
  await knex.raw(
    `create index deliveries_ready on deliveries (tenant_id, endpoint_id, due_at, id)
     where status = 'ready'`,
  );
  await knex.raw(
    `create index deliveries_failed on deliveries (tenant_id, endpoint_id, created_at, id)
     where status in ('exhausted', 'canceled')`,
  );

  await knex.schema.createTable('delivery_attempts', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('delivery_id').notNullable();
    column.integer('n').notNullable();
    column.text('trigger').notNullable();
    column.time('at').notNullable();
    column.integer('status_code');
    column.text('error_code');
    column.text('error_message');
    column.integer('duration_ms').notNullable();
    column.text('response_snippet');
    column.time('next_attempt_at');
    table.primary(['tenant_id', 'delivery_id', 'n']);
  });
  if (dialect === 'postgres') {
    await knex.raw(
      `alter table deliveries set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
         autovacuum_vacuum_threshold = 1000)`,
    );
  }
}
