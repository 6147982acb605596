import type { Migration } from '../migrate.ts';

/** Adds an index by which an erasure finds the deals that were created from a conversation. */
export const erasures: Migration = {
  name: '0037-erasures',
  async up(knex) {
    await knex.raw(
      `create index deals_by_conversation on deals (tenant_id, conversation_id)
       where conversation_id is not null`,
    );
  },
};
