import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const platform: Migration = {
  name: '0001-platform',
  async up(knex, dialect) {
    await knex.schema.createTable('tenants', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('name').notNullable();
      column.text('kind').notNullable();
      column.text('status').notNullable();
      column.text('timezone').notNullable();
      column.text('locale').notNullable();
      column.text('default_currency').notNullable();
      column.text('agency_id');
      column.flag('demo');
      column.time('suspended_at');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id']);
    });

    await knex.schema.createTable('api_keys', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('name').notNullable();
      column.text('hash').notNullable();
      column.text('hint').notNullable();
      column.text('created_by_type').notNullable();
      column.text('created_by_id');
      column.text('grant_id');
      column.integer('rate_limit');
      column.integer('rate_window_seconds');
      column.time('last_used_at');
      column.time('expires_at');
      column.time('revoked_at');
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.index(['tenant_id', 'created_at', 'id'], 'api_keys_page');
      // A request has only the key: the server looks it up before it knows the tenant.
      table.unique(['hash'], { indexName: 'api_keys_hash' });
    });

    await knex.schema.createTable('users', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('name').notNullable();
      column.text('email').notNullable();
      column.text('role').notNullable();
      column.flag('active');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['tenant_id', 'email'], { indexName: 'users_email' });
    });

    await knex.schema.createTable('event_counters', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.bigInteger('last_sequence').notNullable();
      table.primary(['tenant_id']);
    });

    await knex.schema.createTable('events', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.bigInteger('sequence').notNullable();
      column.text('type').notNullable();
      column.text('subject_type').notNullable();
      column.text('subject_id').notNullable();
      column.text('actor_type').notNullable();
      column.text('actor_id');
      column.text('grant_id');
      column.json('data').notNullable();
      column.flag('test');
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.unique(['tenant_id', 'sequence'], { indexName: 'events_sequence' });
    });

    await knex.schema.createTable('idempotency_records', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('scope').notNullable();
      column.text('key').notNullable();
      column.text('fingerprint').notNullable();
      column.integer('status').notNullable();
      column.json('body').notNullable();
      column.text('location');
      column.bigInteger('expires_at').notNullable();
      table.primary(['tenant_id', 'scope', 'key']);
      table.index(['expires_at'], 'idempotency_records_expiry');
    });

    await knex.schema.createTable('jobs', (table) => {
      const column = columnsOf(table, dialect);
      // It rises with every job, and so decides the order of the jobs with one order key.
      table.bigIncrements('position');
      column.tenantId();
      column.text('name').notNullable();
      column.json('payload').notNullable();
      column.text('status').notNullable();
      column.text('order_key');
      column.integer('attempts').notNullable();
      column.bigInteger('due_at').notNullable();
      column.text('lease_token');
      column.bigInteger('lease_until');
      column.text('last_error');
      column.time('created_at').notNullable();
    });
    await knex.raw(
      `create index jobs_ready on jobs (tenant_id, due_at, position) where status = 'ready'`,
    );
    await knex.raw(`create index jobs_leased on jobs (lease_until) where status = 'leased'`);
    await knex.raw(
      `create index jobs_order on jobs (tenant_id, order_key, position)
       where order_key is not null and status <> 'dead'`,
    );

    if (dialect === 'postgres') {
      // A crash may lose quotas, so that their writes need no flush to disk. `granted` and `interval_ms` are from the
      // latest request: the statement that counts it returns them.
      await knex.raw(`
        create unlogged table api_key_quotas (
          key_id text collate "C" primary key,
          tat_ms double precision not null,
          at_ms double precision not null,
          window_ms double precision not null,
          interval_ms double precision not null,
          granted integer not null
        ) with (fillfactor = 50)`);
      await knex.raw(
        `alter table jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
           autovacuum_vacuum_threshold = 1000)`,
      );
    }
  },
};
