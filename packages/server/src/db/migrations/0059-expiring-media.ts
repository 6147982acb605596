import type { Migration } from '../migrate.ts';

/** Adds an index of the files with the same bytes, those that expire first at the beginning. */
export const expiringMedia: Migration = {
  name: '0059-expiring-media',
  async up(knex) {
    await knex.raw('create index media_by_expiry on media (tenant_id, sha256, expires_at)');
    await knex.raw('drop index media_by_digest');
  },
};
