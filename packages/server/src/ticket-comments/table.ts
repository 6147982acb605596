import type { TicketComment } from '@parley/contract/schemas';
import { defineTable, json, plain } from '../db/table.ts';

export const ticketCommentsTable = defineTable<TicketComment>()('ticket_comments', {
  fields: {
    id: plain,
    ticketId: plain,
    body: plain,
    visibility: plain,
    author: json,
    messageId: plain,
    createdAt: plain,
  },
  keys: { author_id: ({ author }) => author.id },
  indexed: { ticketId: ['created_at'] },
});
