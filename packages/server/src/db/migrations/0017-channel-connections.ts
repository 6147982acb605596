import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds to channels their account at the provider, and a table with their encrypted credentials. */
export const channelConnections: Migration = {
  name: '0017-channel-connections',
  async up(knex, dialect) {
    await knex.schema.alterTable('channels', (table) => {
      const column = columnsOf(table, dialect);
      column.json('config');
      column.json('credentials');
      column.json('verification');
    });
    // One account at a provider belongs to one channel of the installation, because its webhooks can reach only one.
    await knex.raw(
      `create unique index channels_claims on channels (type, external_id)
       where archived_at is null and provider <> 'sandbox'`,
    );
    await knex.schema.createTable('channel_secrets', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('channel_id').notNullable();
      // Rises with every change of the credentials, so that results for older credentials can be recognized.
      column.integer('version').notNullable();
      column.text('sealed').notNullable();
      table.primary(['tenant_id', 'channel_id']);
      table
        .foreign(['tenant_id', 'channel_id'])
        .references(['tenant_id', 'id'])
        .inTable('channels');
    });
  },
};
