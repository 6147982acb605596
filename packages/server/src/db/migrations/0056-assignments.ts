import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the columns with which channels choose the assignees of conversations. */
export const assignments: Migration = {
  name: '0056-assignments',
  async up(knex, dialect) {
    await knex.schema.alterTable('channels', (table) => {
      columnsOf(table, dialect).text('last_assignee_id');
    });
    await knex.raw(
      `create index conversations_open_of_user on conversations (tenant_id, assignee_id)
       where status = 'open'`,
    );
  },
};
