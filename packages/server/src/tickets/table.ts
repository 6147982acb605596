import type { Ticket, TicketHistoryEntry } from '@parley/contract/schemas';
import { priorityRank, ticketRules } from '@parley/domain';
import { ofOneStatus, ofOneValue } from '../db/ordered-index.ts';
import { latest, searchKey, tagsKey, valuesKey } from '../db/sort-keys.ts';
import { defineTable, json, named, orLowest, plain, whole } from '../db/table.ts';

export const ticketsTable = defineTable<Ticket>()('tickets', {
  fields: {
    id: plain,
    number: whole,
    subject: plain,
    description: plain,
    status: plain,
    priority: plain,
    type: plain,
    contactId: plain,
    conversationId: plain,
    channelId: plain,
    assigneeId: plain,
    tags: json,
    customFields: json,
    externalId: plain,
    followUpOfId: plain,
    dueAt: named('due_desc', orLowest),
    firstRespondedAt: plain,
    solvedAt: plain,
    closedAt: plain,
    reopenCount: whole,
    lastCommentAt: plain,
    commentCount: whole,
    source: plain,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: {
    priority_rank: ({ priority }) => priorityRank(priority),
    // An empty time must come last in both directions.
    due_asc: ({ dueAt }) => dueAt ?? latest,
    tags_key: ({ tags }) => tagsKey(tags),
    custom_fields_key: ({ customFields }) => valuesKey(customFields),
    search_key: (record) => searchKey(record, ticketRules.filters.q),
  },
  sorts: { priority: 'priority_rank', dueAt: { asc: 'due_asc', desc: 'due_desc' } },
  filters: { tag: 'tags_key', q: 'search_key', priority: 'priority_rank' },
  ordered: {
    status: ofOneStatus('updated_at'),
    type: ofOneValue('updated_at'),
    priority: { ...ofOneValue('priority_rank'), isWhole: true },
    assigneeId: { ...ofOneValue('updated_at'), isWhole: true },
    // The index contains only tickets that are not done.
    overdue: { columns: ['due_asc'], has: (overdue) => overdue === true },
  },
  indexed: {
    number: ['number'],
    externalId: [],
    contactId: ['updated_at'],
    conversationId: ['number'],
  },
});

export const ticketChangesTable = defineTable<TicketHistoryEntry>()('ticket_changes', {
  fields: {
    id: plain,
    ticketId: plain,
    field: plain,
    from: named('from_value', plain),
    to: named('to_value', plain),
    author: json,
    createdAt: plain,
  },
  keys: { author_id: ({ author }) => author.id },
  // Transactions may change a ticket in another order than they began, and their times are those of their start.
  extra: { position: 0 },
  sorts: { createdAt: 'position' },
  isOwned: true,
  indexed: { ticketId: ['position'] },
});
