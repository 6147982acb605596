import type { Migration } from '../migrate.ts';

/** Adds an index of the files with the same bytes in the order of their creation. */
export const equalFiles: Migration = {
  name: '0110-equal-files',
  async up(knex) {
    await knex.raw('create index media_by_digest on media (tenant_id, sha256, created_at)');
  },
};
