import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';
import { createRandomUlids } from '../ulids.ts';

/** Adds the history of the opt-outs and opt-ins of contacts. It begins with the last one of each contact. */
export const consents: Migration = {
  name: '0037-consents',
  async up(knex, dialect) {
    await knex.schema.createTable('consents', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('contact_id').notNullable();
      column.text('scope').notNullable();
      column.text('status').notNullable();
      column.text('source').notNullable();
      column.text('channel_type');
      column.text('message_id');
      column.text('reason');
      column.time('effective_at').notNullable();
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table
        .foreign(['tenant_id', 'contact_id'])
        .references(['tenant_id', 'id'])
        .inTable('contacts');
      table.index(['tenant_id', 'contact_id', 'created_at', 'id'], 'consents_page');
    });
    await addKnown(knex);
  },
};

const batch = 500;

interface Known {
  tenant_id: string;
  id: string;
  consent: string;
}

interface State {
  status: string;
  at: string | null;
  source: string | null;
  channelType: string | null;
}

async function addKnown(knex: Knex): Promise<void> {
  const nextUlid = createRandomUlids();
  for (let after: Known | undefined; ; ) {
    const contacts: Known[] = await knex('contacts')
      .select('tenant_id', 'id', 'consent')
      .whereNotNull('consent')
      .whereRaw('(tenant_id, id) > (?, ?)', [after?.tenant_id ?? '', after?.id ?? ''])
      .orderBy(['tenant_id', 'id'])
      .limit(batch);
    const rows = contacts.flatMap(({ tenant_id, id: contact_id, consent }) =>
      Object.entries<State>(JSON.parse(consent))
        .filter(([, { status, at }]) => status !== 'unknown' && at !== null)
        .map(([scope, { status, at, source, channelType }]) => ({
          tenant_id,
          id: `cns_${nextUlid(Date.parse(String(at)))}`,
          contact_id,
          scope,
          status,
          source: source ?? 'api',
          channel_type: channelType,
          effective_at: at,
          created_at: at,
        })),
    );
    await knex.batchInsert('consents', rows, 50);
    after = contacts.at(-1);
    if (contacts.length < batch) return;
  }
}
