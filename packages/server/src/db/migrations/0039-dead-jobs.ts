import type { Migration } from '../migrate.ts';

/** Jobs that were given up: few, and found without a look at those that wait. */
export const deadJobs: Migration = {
  name: '0039-dead-jobs',
  async up(knex) {
    await knex.raw(`create index jobs_dead on jobs (tenant_id, position) where status = 'dead'`);
  },
};
