import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { listOf } from '../crud/owned.ts';
import { implement } from '../http/implement.ts';
import { tickets } from './records.ts';
import { createTicket, listTicketChanges } from './service.ts';

export const ticketsRoutes = implement(contract.tickets, {
  ...crud(tickets),
  create: async ({ body }, ctx) => await createTicket(ctx, body),
  listHistory: listOf(tickets, listTicketChanges),
});
