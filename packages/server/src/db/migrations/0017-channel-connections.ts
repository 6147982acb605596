import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Channels know their account at the provider; their credentials are sealed in a table of their own. */
export const channelConnections: Migration = {
  name: '0017-channel-connections',
  async up(knex, dialect) {
    await knex.schema.alterTable('channels', (table) => {
      const column = columnsOf(table, dialect);
      column.json('config');
      column.json('credentials');
      column.json('verification');
    });
    // One account at a provider belongs to one channel of the installation: its webhooks can reach no other.
    await knex.raw(
      `create unique index channels_claims on channels (type, external_id)
       where archived_at is null and provider <> 'sandbox'`,
    );
    await knex.schema.createTable('channel_secrets', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('channel_id').notNullable();
      // Rises with every change: what was verified or refreshed may be old by now.
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
