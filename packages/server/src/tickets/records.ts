import type { Ticket } from '@parley/contract/schemas';
import { doneTicketStatuses, type NewTicket, ticketChanges, ticketRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { hasValues, updateWithValues } from '../custom-fields/values.ts';
import { inOrder } from '../db/in-order.ts';
import { latest } from '../db/sort-keys.ts';
import { authorOf, type TenantContext } from '../tenancy/context.ts';
import { beginTicketClosing } from '../tenants/service.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { requireUser } from '../users/service.ts';
import { addTicketChange } from './statements/add-change.ts';
import { takeTicketNumber } from './statements/take-number.ts';
import { ticketChangesTable, ticketsTable } from './table.ts';

const records = defineRecords(ticketsTable, ticketRules, {
  references: { assigneeId: requireUser },
  filters: {
    customField: hasValues('tickets'),
    overdue(overdue, sql, ctx) {
      const done = doneTicketStatuses.map((status) => `'${status}'`).join(', ');
      const isPast = `due_asc < ${sql.bind(ctx.now().toISOString())}`;
      // The second condition, which the index has, tells the databases that they can use it.
      return `${overdue ? '' : 'not '}(${isPast} and due_asc <> '${latest}' and status not in (${done}))`;
    },
  },
  async saved(ctx, after, before) {
    writeChanges(ctx, before, after);
    if (after.status === 'solved' && before.status !== 'solved') await beginTicketClosing(ctx);
  },
  parts: [
    { table: ticketCommentsTable, column: 'ticket_id' },
    { table: ticketChangesTable, column: 'ticket_id' },
  ],
});

export const tickets = { ...records, update: updateWithValues('ticket', records) };

/**
 * Writes a new ticket with its number. Call it in a transaction that has locked the records that the ticket refers to,
 * or pass their `locks`: if these fail, nothing is written.
 */
export async function addTicket(
  ctx: TenantContext,
  fields: Omit<NewTicket, 'number'>,
  locks?: Promise<unknown>,
): Promise<Ticket> {
  // The counter is locked until the commit, so no other statement runs in between.
  const [, number] = await inOrder([
    locks,
    ctx.db.run(takeTicketNumber, null),
    tickets.checkReferences(ctx, fields),
  ]);
  const ticket = await tickets.add(ctx, tickets.initial(ctx, { ...fields, number }));
  writeChanges(ctx, undefined, ticket);
  return ticket;
}

function writeChanges(ctx: TenantContext, before: Ticket | undefined, after: Ticket): void {
  const changes = ticketChanges(before, after, {
    author: authorOf(ctx),
    at: ctx.now().toISOString(),
    newId: () => ctx.newId('tkc'),
  });
  for (const change of changes) ctx.db.write(addTicketChange, ticketChangesTable.toRow(change));
}
