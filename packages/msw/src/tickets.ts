import {
  type Contract,
  type CreateTicketBody,
  createTicketBody,
  examples,
  type ListTicketHistoryQuery,
  type TenantSettings,
  type Ticket,
  type TicketComment,
  type TicketHistoryEntry,
} from '@parley/contract';
import {
  dueToCloseMs,
  hasCustomValues,
  isDueToClose,
  isOverdue,
  movedTicket,
  type NewTicket,
  placeOfTicket,
  subjectsOfTicket,
  ticketChangeFilters,
  ticketChanges,
  ticketRules,
  toAuthor,
} from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { withCheckedValues } from './custom-values.ts';
import { fakeCrud, fakeRecords, listRecords } from './fake-records.ts';
import { fakeListOf } from './owned-fakes.ts';
import { getRecord } from './records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

const records = fakeRecords(ticketRules, {
  filters: (store) => ({
    customField: hasCustomValues,
    overdue: (ticket, overdue: boolean) => isOverdue(ticket, store.now()) === overdue,
  }),
  saved(store, ticket, previous) {
    noteChanges(store, { ...ticket, ...previous }, ticket);
    if (ticket.status === 'solved' && previous.status !== undefined) closeLater(store, ticket);
  },
  removing(store, { id }) {
    const changes = changesOf(store);
    for (const change of changes.values()) if (change.ticketId === id) changes.delete(change.id);
    const comments = store.records<TicketComment>('ticketComment');
    for (const comment of comments.values())
      if (comment.ticketId === id) comments.delete(comment.id);
  },
});

export const ticketRecords: typeof records = {
  ...records,
  update: (store, id, body) =>
    records.update(
      store,
      id,
      withCheckedValues(store, 'ticket', body, records.all(store).get(id) ?? {}),
    ),
};

const created = { ...ticketRecords, create: createTicket };

export const tickets: Fakes<Contract['tickets']> = {
  ...fakeCrud(created),
  listHistory: fakeListOf('ticket', (store, id, query: ListTicketHistoryQuery) => {
    const rules = { kind: 'ticketChange', filters: ticketChangeFilters } as const;
    return listRecords(store, rules, { ...query, ticketId: [id] });
  }),
};

export const ticketSeeds = seedsOf(createTicketBody, created, (number) => ({
  subject: `${examples.createTicketBody.subject} (${number})`,
}));

function createTicket(store: Store, given: CreateTicketBody): Ticket {
  const body = withCheckedValues(store, 'ticket', given);
  const { followUpOfId, contactId: _contact, conversationId: _conversation, ...fields } = body;
  const origin = followUpOfId === undefined ? undefined : ticketRecords.get(store, followUpOfId);
  const { contactId, conversationId } = subjectsOfTicket(body, origin);
  const conversation =
    conversationId === null
      ? undefined
      : getRecord(store.conversations, 'conversation', conversationId);
  const place = placeOfTicket(contactId, conversation);
  if (place.contactId !== null) contactRecords.get(store, place.contactId);
  return addTicket(store, { ...fields, followUpOfId, place, source: 'api' });
}

export function addTicket(store: Store, fields: Omit<NewTicket, 'number'>): Ticket {
  const ticket = ticketRecords.create(store, { ...fields, number: store.ticketNumber + 1 });
  store.ticketNumber = ticket.number;
  noteChanges(store, undefined, ticket);
  return ticket;
}

function noteChanges(store: Store, before: Ticket | undefined, after: Ticket): void {
  const changes = ticketChanges(before, after, {
    author: toAuthor(store.actor),
    at: store.now(),
    newId: () => store.newId('ticketChange'),
  });
  for (const change of changes) changesOf(store).set(change.id, change);
}

function changesOf(store: Store): Map<string, TicketHistoryEntry> {
  return store.records<TicketHistoryEntry>('ticketChange');
}

/** Starts the automatic closing of solved tickets with the tenant's new settings. */
export function restartTicketClosing(
  store: Store,
  { ticketAutoCloseHours: before }: TenantSettings,
): void {
  if (store.tenant.settings.ticketAutoCloseHours === before) return;
  for (const ticket of store.records<Ticket>('ticket').values()) {
    if (ticket.status === 'solved') closeLater(store, ticket);
  }
}

function closeLater(store: Store, ticket: Ticket): void {
  const { ticketAutoCloseHours } = store.tenant.settings;
  if (ticketAutoCloseHours === null) return;
  const close = (atMs: number) => {
    // The tenant may have changed the setting since.
    const { ticketAutoCloseHours: hours } = store.tenant.settings;
    const isDeleted = !ticketRecords.all(store).has(ticket.id);
    if (hours === null || isDeleted || !isDueToClose(ticket, hours, atMs)) return;
    const at = new Date(atMs).toISOString();
    ticketRecords.save(store, ticket, movedTicket({ ...ticket }, 'closed', at), at);
  };
  const dueMs = dueToCloseMs(ticket, ticketAutoCloseHours);
  store.jobs.add({ kind: 'timer', dueMs, run: close });
}
