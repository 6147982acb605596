import type { Migration } from '../migrate.ts';

/**
 * Adds an index that finds the old items of webhooks that were not handled, which the server removes. The time of kept
 * items begins now: the version that is installed may handle them when an operator retries them.
 */
export const oldInboundFailures: Migration = {
  name: '0115-old-inbound-failures',
  async up(knex) {
    const last_attempt_at = new Date().toISOString();
    await knex('inbound_failures').where({ status: 'kept' }).update({ last_attempt_at });
    await knex.raw('create index inbound_failures_age on inbound_failures (last_attempt_at)');
  },
};
