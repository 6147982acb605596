import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** The latest time that a worker has seen: one row. A clock that shows less has stepped back. */
export const clock: Migration = {
  name: '0014-clock',
  async up(knex, dialect) {
    await knex.schema.createTable('clock', (table) => {
      columnsOf(table, dialect).bigInteger('seen_ms').notNullable();
    });
    await knex('clock').insert({ seen_ms: 0 });
  },
};
