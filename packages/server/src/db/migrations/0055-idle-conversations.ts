import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds an index of the conversations that the server may close, by their last change. */
export const idleConversations: Migration = {
  name: '0055-idle-conversations',
  async up(knex, dialect) {
    await knex.raw(
      `create index conversations_by_idleness on conversations (tenant_id, updated_at, id)
       where closed_at is null and snoozed_until is null`,
    );
    await knex.schema.alterTable('tenants', (table) => {
      columnsOf(table, dialect).integer('auto_close_version').notNullable().defaultTo(0);
    });
  },
};
