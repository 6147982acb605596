import type {
  Contract,
  CreateTicketCommentBody,
  ListTicketCommentsQuery,
  TicketComment,
} from '@parley/contract';
import {
  checkCommentOf,
  concernsTickets,
  deliveryOfComment,
  displayName,
  effectOfInbound,
  followUpOf,
  messageOfComment,
  movedTicket,
  newTicketComment,
  type StoredMessage,
  senderOf,
  ticketCommentFilters,
  toAuthor,
  withComment,
} from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { conversationRecords } from './conversation-records.ts';
import { recordChange } from './events.ts';
import { listRecords } from './fake-records.ts';
import { fakeListOf } from './owned-fakes.ts';
import { acceptMessage } from './send-message.ts';
import type { Store } from './store.ts';
import { addTicket, ticketRecords } from './tickets.ts';
import type { Fakes } from './types.ts';

export const ticketCommentRecords = {
  kind: 'ticketComment',
  show: (_store: Store, comment: TicketComment) => ({ ...comment }),
} as const;

export const ticketComments: Fakes<Contract['ticketComments']> = {
  list: fakeListOf('ticket', (store, id, query: ListTicketCommentsQuery) => {
    const rules = { kind: 'ticketComment', filters: ticketCommentFilters } as const;
    const complete = ticketCommentRecords.show;
    return listRecords(store, rules, { ...query, ticketId: [id] }, { complete });
  }),
  create: ({ params, body }, store) => ({ ...createComment(store, params.id, body) }),
  get: ({ params: { id: ticketId, ticketCommentId: id } }, store) => {
    ticketRecords.get(store, ticketId);
    const comment = commentsOf(store).get(id);
    return { ...checkCommentOf(comment, { ticketId, id }) };
  },
};

function createComment(
  store: Store,
  ticketId: string,
  body: CreateTicketCommentBody,
): TicketComment {
  const ticket = ticketRecords.get(store, ticketId);
  const author = authorOf(store, body);
  const conversationId = deliveryOfComment(ticket, body);
  const message = conversationId === undefined ? undefined : deliver(store, conversationId);
  const at = store.now();
  const messageId = message?.id ?? null;
  const made = { id: store.newId('ticketComment'), at, author, messageId };
  const comment = newTicketComment(ticket, body, made);
  ticketRecords.save(store, ticket, withComment({ ...ticket }, comment), at);
  commentsOf(store).set(comment.id, comment);
  const { channelId } = ticket;
  recordChange(store, 'ticket.commented', { ...comment }, null, { at, channelId });
  return comment;

  function deliver(store: Store, id: string): StoredMessage {
    const conversation = conversationRecords.get(store, id);
    const { channelId, address: to } = conversation;
    const source = { type: 'ticket', id: ticketId } as const;
    return acceptMessage(store, { ...messageOfComment(body), channelId, to }, conversation, source);
  }
}

function authorOf(store: Store, { contactId }: CreateTicketCommentBody) {
  if (contactId === undefined) return toAuthor(store.actor);
  const contact = contactRecords.get(store, contactId);
  return toAuthor({ type: 'contact', id: contactId }, displayName(contact));
}

function commentsOf(store: Store): Map<string, TicketComment> {
  return store.records<TicketComment>('ticketComment');
}

/**
 * When a customer writes: reopens the newest ticket of the conversation, or creates a follow-up ticket if that one is
 * closed. A message that starts a conversation concerns the ticket of the previous one. Ignores blocked senders.
 */
export function noteInboundOfTickets(
  store: Store,
  message: StoredMessage,
  sender: { readonly blocked: boolean },
  previousId = message.conversationId,
): void {
  if (!concernsTickets(message, sender)) return;
  const ofConversation = [...ticketRecords.all(store).values()].filter(
    ({ conversationId }) => conversationId === previousId,
  );
  const newest = ofConversation.sort((a, b) => a.number - b.number).at(-1);
  if (!newest) return;
  const effect = effectOfInbound(newest);
  store.actFor(senderOf(message), () => {
    if (effect === 'open') {
      ticketRecords.save(store, newest, movedTicket({ ...newest }, 'open', store.now()));
    }
    if (effect === 'follow_up') addTicket(store, followUpOf(newest, message));
  });
}
