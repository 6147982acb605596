import type { Migration } from '../migrate.ts';

/** Deletes the limits of apps whose names contain hashes without a secret. Each gets a new row at its next use. */
export const namedBySecrets: Migration = {
  name: '0109-named-by-secrets',
  async up(knex) {
    await knex('further_throttles').where({ tenant_id: '' }).delete();
  },
};
