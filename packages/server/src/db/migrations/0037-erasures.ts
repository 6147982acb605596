import type { Migration } from '../migrate.ts';

/** An erasure finds the deals that were made from a conversation. */
export const erasures: Migration = {
  name: '0037-erasures',
  async up(knex) {
    await knex.raw(
      `create index deals_by_conversation on deals (tenant_id, conversation_id)
       where conversation_id is not null`,
    );
  },
};
