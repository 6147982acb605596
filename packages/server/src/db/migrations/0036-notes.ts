import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const notes: Migration = {
  name: '0036-notes',
  async up(knex, dialect) {
    await knex.schema.createTable('notes', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      // A note is about one of these records.
      const subjects = ['contact', 'conversation', 'deal'];
      for (const subject of subjects) column.text(`${subject}_id`);
      column.text('body').notNullable();
      column.flag('pinned');
      column.json('author').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      for (const subject of subjects) {
        const id = `${subject}_id`;
        table.foreign(['tenant_id', id]).references(['tenant_id', 'id']).inTable(`${subject}s`);
        table.index(['tenant_id', id, 'created_at', 'id'], `notes_of_${subject}`);
      }
    });
  },
};
