import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds an index of the tickets that the server may close, by the time when they were solved. */
export const solvedTickets: Migration = {
  name: '0061-solved-tickets',
  async up(knex, dialect) {
    await knex.raw(
      `create index tickets_to_close on tickets (tenant_id, solved_at, id)
       where closed_at is null and solved_at is not null`,
    );
    await knex.schema.alterTable('tenants', (table) => {
      columnsOf(table, dialect).integer('ticket_close_version').notNullable().defaultTo(0);
    });
  },
};
