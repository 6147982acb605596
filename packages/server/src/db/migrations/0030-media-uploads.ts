import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Adds the IDs that providers have given to uploaded files, for each account of a tenant. */
export const mediaUploads: Migration = {
  name: '0030-media-uploads',
  async up(knex, dialect) {
    await knex.schema.alterTable('media', (table) => {
      columnsOf(table, dialect).text('uploads');
    });
  },
};
