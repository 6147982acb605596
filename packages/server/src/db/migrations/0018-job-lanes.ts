import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds job lanes: jobs of a tenant that share a limit, such as those of one channel. A slow lane must not delay others.
 */
export const jobLanes: Migration = {
  name: '0018-job-lanes',
  async up(knex, dialect) {
    await knex.schema.alterTable('jobs', (table) => {
      columnsOf(table, dialect).text('lane').notNullable().defaultTo('');
    });
    await knex.raw('drop index jobs_ready');
    await knex.raw(
      `create index jobs_ready on jobs (name, tenant_id, lane, due_at, position) where status = 'ready'`,
    );
  },
};
