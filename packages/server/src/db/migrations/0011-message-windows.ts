import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds to each message the number of the window in which it was queued. Lists of messages and channels can be sorted by
 * their changes.
 */
export const messageWindows: Migration = {
  name: '0011-message-windows',
  async up(knex, dialect) {
    for (const name of ['conversations', 'messages']) {
      await knex.schema.alterTable(name, (table) => {
        columnsOf(table, dialect).integer('window_number').notNullable().defaultTo(0);
      });
    }
    // The window of an address is now computed from its conversations.
    await knex.raw('alter table identities drop column sent_since_inbound');
    for (const name of ['channels', 'messages']) {
      await knex.raw(`create index ${name}_by_update on ${name} (tenant_id, updated_at, id)`);
    }
  },
};
