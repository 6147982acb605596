import { contract } from '@parley/contract';
import {
  conversationReportRule,
  dealReportRule,
  messageReportRule,
  ticketReportRule,
} from '@parley/domain';
import { contactsTable } from '../contacts/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { archivedKey } from '../db/sort-keys.ts';
import { dealsTable } from '../deals/table.ts';
import { implement } from '../http/implement.ts';
import { messagesTable } from '../messages/table.ts';
import { ticketsTable } from '../tickets/table.ts';
import { readReport } from './read-report.ts';

export const reportSources = {
  messages: { table: messagesTable },
  conversations: { table: conversationsTable },
  tickets: { table: ticketsTable },
  contacts: { table: contactsTable, where: `archived_key = '${archivedKey(false)}'` },
  archivedContacts: { table: contactsTable, where: `archived_key = '${archivedKey(true)}'` },
  deals: { table: dealsTable, where: `archived_key = '${archivedKey(false)}'` },
};

export const reportsRoutes = implement(contract.reports, {
  messages: async ({ query }, ctx) =>
    await readReport(ctx, reportSources.messages, { rule: messageReportRule, query }),
  conversations: async ({ query }, ctx) =>
    await readReport(ctx, reportSources.conversations, {
      rule: conversationReportRule,
      query,
    }),
  tickets: async ({ query }, ctx) =>
    await readReport(ctx, reportSources.tickets, { rule: ticketReportRule, query }),
  deals: async ({ query }, ctx) =>
    await readReport(ctx, reportSources.deals, { rule: dealReportRule, query }),
});
