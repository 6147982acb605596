import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds a row with the latest time that a worker has seen. A database clock that shows an earlier time has stepped back.
 */
export const clock: Migration = {
  name: '0014-clock',
  async up(knex, dialect) {
    await knex.schema.createTable('clock', (table) => {
      columnsOf(table, dialect).bigInteger('seen_ms').notNullable();
    });
    await knex('clock').insert({ seen_ms: 0 });
  },
};
