import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the secrets of authenticator apps, whose codes accounts can require. */
export const totp: Migration = {
  name: '0068-totp',
  async up(knex, dialect) {
    await knex.schema.alterTable('accounts', (table) => {
      const column = columnsOf(table, dialect);
      column.text('totp_sealed');
      column.flag('totp');
      // The period of the last code: each works once.
      column.bigInteger('totp_step').notNullable().defaultTo(0);
    });
  },
};
