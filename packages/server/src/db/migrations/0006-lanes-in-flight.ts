import type { Migration } from '../migrate.ts';

/** Who looks for leases that have ended reads the lanes that have any, of however many endpoints. */
export const lanesInFlight: Migration = {
  name: '0006-lanes-in-flight',
  async up(knex) {
    await knex.raw(
      `create index webhook_lanes_in_flight on webhook_lanes (tenant_id, endpoint_id)
       where in_flight > 0`,
    );
  },
};
