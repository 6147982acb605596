import type { Migration } from '../migrate.ts';

/** Changes the index of jobs so that each kind of job is claimed separately: slow kinds must not delay others. */
export const jobsByName: Migration = {
  name: '0013-jobs-by-name',
  async up(knex) {
    await knex.raw('drop index jobs_ready');
    await knex.raw(
      `create index jobs_ready on jobs (name, tenant_id, due_at, position) where status = 'ready'`,
    );
  },
};
