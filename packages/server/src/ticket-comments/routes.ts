import { contract } from '@parley/contract';
import { listOf } from '../crud/owned.ts';
import { implement } from '../http/implement.ts';
import { tickets } from '../tickets/records.ts';
import { createTicketComment, getTicketComment, listTicketComments } from './service.ts';

export const ticketCommentsRoutes = implement(contract.ticketComments, {
  list: listOf(tickets, listTicketComments),
  create: async ({ params, body }, ctx) => await createTicketComment(ctx, params.id, body),
  get: async ({ params }, ctx) => await getTicketComment(ctx, params.id, params.ticketCommentId),
});
