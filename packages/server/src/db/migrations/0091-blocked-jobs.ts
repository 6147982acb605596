import type { Migration } from '../migrate.ts';

/** A chore looks for blocked jobs, a limited number at a time. */
export const blockedJobs: Migration = {
  name: '0091-blocked-jobs',
  async up(knex) {
    await knex.raw(`create index jobs_blocked on jobs (position) where status = 'blocked'`);
  },
};
