import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds priorities, so that replies are sent before other messages of a channel. Messages that wait now get the priority
 * of single messages.
 */
export const prioritiesOfJobs: Migration = {
  name: '0064-priorities-of-jobs',
  async up(knex, dialect) {
    await knex.schema.alterTable('jobs', (table) => {
      columnsOf(table, dialect).integer('priority').notNullable().defaultTo(0);
    });
    await knex.raw('drop index jobs_ready');
    await knex('jobs').where({ name: 'deliver-message' }).update({ priority: 1 });
    await knex.raw(
      `create index jobs_ready on jobs (name, tenant_id, lane, priority, due_at, position) where status = 'ready'`,
    );
  },
};
