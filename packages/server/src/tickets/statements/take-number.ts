import { perCall, type WriteStatement } from '../../db/statement.ts';

const sql = (tenant: string) => `
  insert into ticket_counters (tenant_id, last_number) values (${tenant}, 1)
  on conflict (tenant_id) do update set last_number = ticket_counters.last_number + 1
  returning last_number`;

interface Counter {
  last_number: number;
}

/**
 * Returns the next ticket number of the tenant. The counter stays locked until the end of the transaction, so that a
 * failed transaction leaves no gap. Lock all other rows first.
 */
export const takeTicketNumber: WriteStatement<null, number> = {
  name: 'take-ticket-number',
  access: 'write',
  sqlite(db, { tenantId }) {
    const { last_number } = db.prepare(sql('?')).get(tenantId) as Counter;
    return last_number;
  },
  postgres: perCall(async (db, { tenantId }) => {
    const [row] = await db.rows<Counter>('take-ticket-number', sql('$1'), [tenantId]);
    // An upsert returns its row.
    return (row as Counter).last_number;
  }),
};
