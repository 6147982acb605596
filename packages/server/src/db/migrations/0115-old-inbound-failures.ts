import type { Migration } from '../migrate.ts';

/** Adds an index that finds the old items of webhooks that were not handled, which the server removes. */
export const oldInboundFailures: Migration = {
  name: '0115-old-inbound-failures',
  async up(knex) {
    await knex.raw('create index inbound_failures_age on inbound_failures (last_attempt_at)');
  },
};
