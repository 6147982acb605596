import type { Migration } from '../migrate.ts';

/** Adds an index of dead jobs, so that a search for them does not read the waiting jobs. */
export const deadJobs: Migration = {
  name: '0039-dead-jobs',
  async up(knex) {
    await knex.raw(`create index jobs_dead on jobs (tenant_id, position) where status = 'dead'`);
  },
};
