import { preparedName } from '../../db/row-statements.ts';
import type { WriteStatement } from '../../db/statement.ts';
import { ticketChangesTable } from '../table.ts';

type Change = ReturnType<typeof ticketChangesTable.toRow>;

/**
 * Writes a change of a ticket at the end of its history. Call it in the transaction that has locked the ticket. It reads
 * the last position itself: a transaction that reads after a write cannot share its commit.
 */
export const addTicketChange: WriteStatement<Change, void> = {
  name: 'add-ticket-change',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    const text = `insert into ticket_changes (tenant_id, ${columns}, position)
      values (@tenant_id, ${columns.map((column) => `@${column}`)}, ${next('@tenant_id', '@ticket_id')})`;
    db.prepare(text).run({ ...input, tenant_id: tenantId });
  },
  async postgres(db, calls) {
    // The calls are of different tickets, because each one locks its own.
    const text = `insert into ticket_changes (tenant_id, ${columns}, position)
      select tenant_id, ${columns}, ${next('new.tenant_id', 'new.ticket_id')}
      from json_populate_recordset(null::ticket_changes, $1::json) new`;
    const rows = calls.map(({ tenantId, input }) => ({ ...input, tenant_id: tenantId }));
    await db.rows(preparedName(text), text, [JSON.stringify(rows)]);
    return calls.map(() => undefined);
  },
};

const columns = ticketChangesTable.columns.filter((column) => column !== 'position');

const next = (tenant: string, ticket: string) => `
  (select coalesce(max(known.position), 0) + 1 from ticket_changes known
  where known.tenant_id = ${tenant} and known.ticket_id = ${ticket})`;
