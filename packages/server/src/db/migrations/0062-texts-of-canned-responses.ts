import type { Migration } from '../migrate.ts';
import { textStatements } from './0049-text-indexes.ts';

/** Canned responses have an index of their texts, as contacts, deals and tickets do. */
export const textsOfCannedResponses: Migration = {
  name: '0062-texts-of-canned-responses',
  async up(knex, dialect) {
    for (const statement of textStatements[dialect]('canned_responses')) await knex.raw(statement);
  },
};
