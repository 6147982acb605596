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

/** The event is stored as it is sent: every attempt sends the same bytes. */
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
    // Patterns that enabled endpoints wait for: who records an event for a tenant that has none need not look.
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
    // Their values are sealed, one by one.
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
  // A deleted endpoint gives its address free.
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
    // 1, 2, 3 … of this endpoint: the highest is the current one.
    column.integer('number').notNullable();
    column.text('sealed').notNullable();
    column.time('created_at').notNullable();
    // Null: it is the current one.
    column.time('expires_at');
    table.primary(['tenant_id', 'endpoint_id', 'number']);
    table
      .foreign(['tenant_id', 'endpoint_id'])
      .references(['tenant_id', 'id'])
      .inTable('webhook_endpoints');
  });
}

/** The subscriptions of enabled endpoints: an event finds its endpoints by two indexes. */
async function createSubscriptions(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('webhook_subscriptions', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('pattern').notNullable();
    column.text('endpoint_id').notNullable();
    // 1: only events of the channels below, and events without a channel.
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
 * The state of an endpoint that changes with every delivery, separate from the endpoint itself. `ready_at` follows from
 * the rest: when a worker may next take something for this endpoint, null while it cannot.
 */
async function createLanes(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('webhook_lanes', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('endpoint_id').notNullable();
    column.flag('enabled');
    // Increments with every change that a worker must know to deliver: URL, headers, secrets.
    column.integer('version').notNullable();
    // A lower bound of the due times of ready deliveries; null when there are none.
    column.bigInteger('next_due');
    column.integer('in_flight').notNullable();
    column.integer('max_in_flight').notNullable();
    // The deliveries in flight (webhook-deliveries/leases.ts): a delivery itself is written when its attempt ends.
    column.text('leases').notNullable().defaultTo('');
    // Of maxPerSecond: taken together at most, and how far apart.
    column.integer('burst');
    column.integer('spacing_us');
    column.bigInteger('throttled_until').notNullable();
    column.bigInteger('open_until').notNullable();
    // Attempts and failures of the present half window, and of the one before.
    column.bigInteger('window_at').notNullable();
    column.integer('attempts').notNullable();
    column.integer('failures').notNullable();
    column.integer('earlier_attempts').notNullable();
    column.integer('earlier_failures').notNullable();
    column.time('last_delivery_at');
    column.time('last_success_at');
    column.time('failing_since');
    // The first delivery that was given up since the last success.
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

/** No foreign keys here: checking them would lock what every commit and every claim writes. */
async function createDeliveries(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('deliveries', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    // Follows from event and endpoint (webhook-deliveries/delivery-id.ts): there is one of each pair.
    column.text('id').notNullable();
    column.text('endpoint_id').notNullable();
    column.text('event_id').notNullable();
    column.text('event_type').notNullable();
    column.text('status').notNullable();
    // Of the next attempt.
    column.text('trigger').notNullable();
    column.integer('attempts').notNullable();
    // Of the present series: a redelivery begins a new one.
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
