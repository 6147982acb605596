import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';
import { createRandomUlids } from '../ulids.ts';

/** Adds pipelines, and creates for each tenant the pipeline that new tenants get. */
export const pipelines: Migration = {
  name: '0025-pipelines',
  async up(knex, dialect) {
    await knex.schema.createTable('pipelines', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('name').notNullable();
      column.integer('position').notNullable();
      column.flag('is_default');
      column.flag('require_lost_reason');
      column.text('currency');
      column.json('stages').notNullable();
      column.json('metadata').notNullable();
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      column.time('archived_at');
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    });
    await addDefaults(knex);
  },
};

const batch = 500;

async function addDefaults(knex: Knex): Promise<void> {
  const nextUlid = createRandomUlids();
  const now = new Date();
  for (let after = ''; ; ) {
    const tenants: { tenant_id: string }[] = await knex('tenants')
      .select('tenant_id')
      .where('tenant_id', '>', after)
      .orderBy('tenant_id')
      .limit(batch);
    const last = tenants.at(-1);
    if (!last) return;
    const rows = tenants.map(({ tenant_id }) => {
      const newId = (prefix: string) => `${prefix}_${nextUlid(now.getTime())}`;
      return { tenant_id, ...firstPipeline(newId, now.toISOString()) };
    });
    await knex.batchInsert('pipelines', rows, 50);
    after = last.tenant_id;
  }
}

/** Returns the first pipeline as it was at the time of this migration: its result must not change with the code. */
function firstPipeline(newId: (prefix: string) => string, at: string) {
  const id = newId('pip');
  const stages = (
    [
      ['New', 'open', 10],
      ['Qualified', 'open', 25],
      ['Proposal', 'open', 50],
      ['Negotiation', 'open', 75],
      ['Won', 'won', 100],
      ['Lost', 'lost', 0],
    ] as const
  ).map(([name, kind, probability], position) => ({
    id: newId('stg'),
    pipelineId: id,
    name,
    position,
    kind,
    probability,
    rottenAfterDays: null,
    color: null,
    createdAt: at,
    updatedAt: at,
  }));
  return {
    id,
    name: 'Sales',
    position: 0,
    is_default: 1,
    require_lost_reason: 0,
    currency: null,
    stages: JSON.stringify(stages),
    metadata: '{}',
    created_at: at,
    updated_at: at,
    archived_at: null,
  };
}
