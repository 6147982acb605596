import type { Migration } from '../migrate.ts';

/** Jobs behind an older one of their order key are `parked`: out of the way of every claim. */
export const parkedJobs: Migration = {
  name: '0005-parked-jobs',
  async up(knex) {
    await knex.raw(
      `create index jobs_parked on jobs (tenant_id, order_key, position) where status = 'parked'`,
    );
  },
};
