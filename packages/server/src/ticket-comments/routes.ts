import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { createTicketComment, getTicketComment, listTicketComments } from './service.ts';

export const ticketCommentsRoutes = implement(contract.ticketComments, {
  list: async ({ params, query }, ctx) => ({
    status: 200,
    body: await listTicketComments(ctx, params.id, query),
  }),
  create: async ({ params, body }, ctx) => ({
    status: 201,
    body: await createTicketComment(ctx, params.id, body),
  }),
  get: async ({ params }, ctx) => ({
    status: 200,
    body: await getTicketComment(ctx, params.id, params.ticketCommentId),
  }),
});
