import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Some limits of providers are for a part of the messages of a channel, or for all channels of an app. */
export const furtherThrottles: Migration = {
  name: '0077-further-throttles',
  async up(knex, dialect) {
    await knex.schema.createTable('further_throttles', (table) => {
      const column = columnsOf(table, dialect);
      // Empty for the limit of an app, which the channels of several tenants may share.
      column.tenantId();
      column.text('name').notNullable();
      // In epoch microseconds, like those of channels.
      column.bigInteger('next_at_us').notNullable();
      table.primary(['tenant_id', 'name']);
    });
  },
};
