import type { Migration } from '../migrate.ts';

/**
 * Adds an index of the conversations of a contact by channel, address and number. The newest one decides the window of
 * an identity.
 */
export const newestExchanges: Migration = {
  name: '0058-newest-exchanges',
  async up(knex) {
    await knex.raw(
      `create index conversations_of_contact_by_address on conversations
       (tenant_id, contact_id, channel_id, address, thread)`,
    );
    await knex.raw('drop index conversations_of_contact');
  },
};
