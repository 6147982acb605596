import type { Migration } from '../migrate.ts';
import { textStatements } from './0049-text-indexes.ts';

/** Adds an index of texts to canned responses, as contacts, deals and tickets have it. */
export const textsOfCannedResponses: Migration = {
  name: '0062-texts-of-canned-responses',
  async up(knex, dialect) {
    for (const statement of textStatements[dialect]('canned_responses')) await knex.raw(statement);
  },
};
