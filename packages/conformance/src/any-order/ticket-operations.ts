import type { Ticket, TicketComment, TicketStatus } from '@parley/contract';
import { ticketTransitions } from '@parley/domain';
import { unique } from '../scene.ts';
import { aContactOf } from './contact-operations.ts';
import { aConversationOf } from './conversation-operations.ts';
import {
  bodyOf,
  type Choice,
  type Draw,
  mustBeRefused,
  mustShow,
  type Operation,
  type TicketState,
} from './state.ts';
import { shownTicket } from './views.ts';

const statuses = Object.keys(ticketTransitions) as TicketStatus[];

const create: Draw = (choice) => {
  const kind = choice.pick(['contact', 'conversation', 'neither'] as const);
  const contactId = kind === 'contact' ? aContactOf(choice) : undefined;
  const conversationId = kind === 'conversation' ? aConversationOf(choice) : undefined;
  const subject = unique('Ticket');
  const body = {
    subject,
    ...(contactId !== undefined && { contactId }),
    ...(conversationId !== undefined && { conversationId }),
  };
  return {
    title: `create a ticket ${JSON.stringify(body)}`,
    send: () => choice.scene.call('tickets.create', { body }),
    apply(state, answer) {
      const conversation = state.conversations[conversationId ?? ''];
      const isGone =
        (contactId !== undefined && !state.contacts[contactId]) ||
        (conversationId !== undefined && !conversation);
      if (isGone) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const ticket: TicketState = {
        number: state.lastNumber + 1,
        subject,
        status: 'new',
        contactId: conversation?.contactId ?? contactId ?? null,
        conversationId: conversationId ?? null,
        assigneeId: null,
        comments: 0,
        reopened: 0,
      };
      state.lastNumber += 1;
      state.tickets.push(ticket);
      mustShow(shownTicket(bodyOf<Ticket>(answer)), ticket);
    },
  };
};

/** Chooses a ticket, and returns its number. */
function aTicketOf({ pick, ticketIds }: Choice) {
  return pick(ticketIds.map(({ id, number }) => ({ params: { id }, number })));
}

function move(ticket: TicketState, to: TicketStatus): void {
  if (ticket.status === 'solved' && to === 'open') ticket.reopened += 1;
  ticket.status = to;
}

/**
 * Returns a request that changes a ticket. `edit` changes the model, or returns the error code when the request must be
 * refused.
 */
function change(
  number: number,
  title: string,
  send: Operation['send'],
  edit: (ticket: TicketState) => string | undefined,
): Operation {
  return {
    title: `${title} the ticket ${number}`,
    send,
    apply({ tickets }, answer) {
      const ticket = tickets.find((one) => one.number === number);
      const refusal = ticket ? edit(ticket) : 'SVC-NOT-FOUND';
      if (refusal !== undefined) return mustBeRefused(answer, refusal);
      mustShow(shownTicket(bodyOf<Ticket>(answer)), ticket);
    },
  };
}

const setStatus: Draw = (choice) => {
  const ticket = aTicketOf(choice);
  const status = choice.pick(statuses);
  if (!ticket || !status) return undefined;
  const { params, number } = ticket;
  const send = () => choice.scene.call('tickets.update', { params, body: { status } });
  return change(number, `set the status ${status} of`, send, (before) => {
    if (before.status !== status && !ticketTransitions[before.status].includes(status)) {
      return 'SVC-INVALID-TRANSITION';
    }
    move(before, status);
    return undefined;
  });
};

const assign: Draw = (choice) => {
  const ticket = aTicketOf(choice);
  const assigneeId = choice.pick([null, ...choice.users]) ?? null;
  if (!ticket) return undefined;
  const { params, number } = ticket;
  const send = () => choice.scene.call('tickets.update', { params, body: { assigneeId } });
  return change(number, `assign to ${assigneeId}`, send, (before) => {
    if (before.status === 'closed' && before.assigneeId !== assigneeId) {
      return 'SVC-INVALID-TRANSITION';
    }
    before.assigneeId = assigneeId;
    return undefined;
  });
};

const comment: Draw = (choice) => {
  const ticket = aTicketOf(choice);
  const kind = choice.pick(['answer', 'internal', 'contact'] as const);
  const contactId = kind === 'contact' ? aContactOf(choice) : undefined;
  if (!ticket) return undefined;
  const { params, number } = ticket;
  const body = {
    body: 'Hello',
    visibility: kind === 'internal' ? 'internal' : 'public',
    ...(contactId !== undefined && { contactId }),
  };
  return {
    title: `comment on the ticket ${number} ${JSON.stringify(body)}`,
    send: () => choice.scene.call('ticketComments.create', { params, body }),
    apply({ tickets, contacts }, answer) {
      const before = tickets.find((one) => one.number === number);
      if (!before) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (contactId !== undefined && !contacts[contactId]) {
        return mustBeRefused(answer, 'SVC-NOT-FOUND');
      }
      if (before.status === 'closed') return mustBeRefused(answer, 'SVC-INVALID-TRANSITION');
      bodyOf<TicketComment>(answer);
      before.comments += 1;
      if (contactId !== undefined) {
        if (before.status === 'pending' || before.status === 'solved') move(before, 'open');
      } else if (kind !== 'internal' && before.status === 'new') move(before, 'open');
    },
  };
};

const remove: Draw = (choice) => {
  const ticket = aTicketOf(choice);
  if (!ticket) return undefined;
  const { params, number } = ticket;
  return {
    title: `delete the ticket ${number}`,
    send: () => choice.scene.call('tickets.delete', { params }),
    apply({ tickets }, answer) {
      const place = tickets.findIndex((one) => one.number === number);
      if (place < 0) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      tickets.splice(place, 1);
    },
  };
};

export const ticketOperations = {
  createTicket: create,
  moveTicket: setStatus,
  assignTicket: assign,
  comment,
  removeTicket: remove,
};
