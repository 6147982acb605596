import type { Migration } from '../migrate.ts';

/** Each kind of job is claimed by itself: slow ones must not keep others waiting. */
export const jobsByName: Migration = {
  name: '0013-jobs-by-name',
  async up(knex) {
    await knex.raw('drop index jobs_ready');
    await knex.raw(
      `create index jobs_ready on jobs (name, tenant_id, due_at, position) where status = 'ready'`,
    );
  },
};
