import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';
import { createRandomUlids } from '../ulids.ts';

/** Adds to suppressions an ID and the fields that the API lists. */
export const listedSuppressions: Migration = {
  name: '0038-listed-suppressions',
  async up(knex, dialect) {
    await knex.raw('alter table suppressions rename column id to hash');
    await knex.schema.alterTable('suppressions', (table) => {
      const column = columnsOf(table, dialect);
      column.text('id').notNullable().defaultTo('');
      column.text('channel_type');
      column.text('source').notNullable().defaultTo('erasure');
      column.time('created_at').notNullable().defaultTo('');
    });
    await addIds(knex);
    await knex.schema.alterTable('suppressions', (table) => {
      table.unique(['tenant_id', 'id'], { indexName: 'suppressions_id' });
      table.index(['tenant_id', 'created_at', 'id'], 'suppressions_page');
    });
  },
};

const batch = 500;

async function addIds(knex: Knex): Promise<void> {
  const nextUlid = createRandomUlids();
  for (;;) {
    const rows: { tenant_id: string; hash: string; scope: string; decided_at: string }[] =
      await knex('suppressions').where({ id: '' }).limit(batch);
    for (const { tenant_id, hash, scope, decided_at } of rows) {
      const id = `sup_${nextUlid(Date.parse(decided_at))}`;
      await knex('suppressions')
        .where({ tenant_id, hash, scope })
        .update({ id, created_at: decided_at });
    }
    if (rows.length < batch) return;
  }
}
