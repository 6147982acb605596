import type { Migration } from '../migrate.ts';

/**
 * Adds an index of the lanes with deliveries in flight, so that a worker finds ended leases among any number of
 * endpoints.
 */
export const lanesInFlight: Migration = {
  name: '0006-lanes-in-flight',
  async up(knex) {
    await knex.raw(
      `create index webhook_lanes_in_flight on webhook_lanes (tenant_id, endpoint_id)
       where in_flight > 0`,
    );
  },
};
