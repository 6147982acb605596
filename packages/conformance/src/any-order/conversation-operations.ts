import type { Conversation, Message } from '@parley/contract';
import { conversationTransitions } from '@parley/domain';
import type { Answer } from '../http.ts';
import { unique } from '../scene.ts';
import { decide, takeRefusals } from './consent-decisions.ts';
import { aNewContact, contactWith, idsOf, phones } from './contact-operations.ts';
import {
  bodyOf,
  type Choice,
  type ConsentState,
  type ConversationState,
  type Draw,
  must,
  mustBeRefused,
  mustShow,
  type Operation,
  type State,
} from './state.ts';
import { conversationIn, shownConversation } from './views.ts';

export const aConversationOf = ({ pick, state }: Choice) => pick(idsOf(state.conversations));

const receive: Draw = ({ scene, channelId, pick }) => {
  const from = pick(phones) as string;
  const keyword = pick([undefined, undefined, 'STOP', 'START'] as const);
  const body = { type: 'text', from, text: keyword ?? unique('text') } as const;
  return {
    title: `receive ${body.text} from ${from}`,
    send: () => scene.call('channels.simulateInbound', { params: { id: channelId }, body }),
    apply(state, answer) {
      const { message } = bodyOf<{ message: Message }>(answer);
      const { contactId, conversationId, createdAt } = message;
      const known = state.holders[from] ?? contactWith(state, from);
      if (known === undefined) {
        must(!state.contacts[contactId], 'expected a new contact');
        state.contacts[contactId] = aNewContact(state, null, `+${from}`);
      }
      must(contactId === (known ?? contactId), `expected the contact ${known}, got ${contactId}`);
      hold(state, from, contactId);
      const open = idsOf(state.conversations).find(
        (id) => state.conversations[id]?.address === from,
      );
      must(conversationId === (open ?? conversationId), `expected ${open}, got ${conversationId}`);
      const conversation = state.conversations[conversationId] ?? aNewConversation(contactId, from);
      state.conversations[conversationId] = conversation;
      conversation.unread += 1;
      conversation.inbound += 1;
      conversation.lastInboundAt = later(conversation.lastInboundAt, createdAt);
      if (keyword) {
        const decision = { status: keyword === 'STOP' ? 'opted_out' : 'opted_in', at: createdAt };
        decide(state.contacts[contactId], ['marketing', 'all'], decision as ConsentState);
      }
      if (state.contacts[contactId]?.blocked) return;
      if (conversation.status === 'snoozed' || conversation.status === 'closed') {
        move(conversation, 'open');
      }
      Object.assign(state.contacts[contactId] ?? {}, { archived: false });
      noteInTickets(state, conversationId);
    },
  };
};

function aNewConversation(contactId: string, address: string): ConversationState {
  const counts = { unread: 0, inbound: 0, outbound: 0, reopened: 0 };
  return { contactId, address, status: 'open', assigneeId: null, lastInboundAt: null, ...counts };
}

function later(known: string | null, at: string): string {
  return known === null || known < at ? at : known;
}

/** Gives an address to a contact, with the opt-outs of the address. Changes nothing when a contact has it. */
function hold(state: State, address: string, contactId: string): void {
  if (state.holders[address] !== undefined) return;
  state.holders[address] = contactId;
  delete state.identityIds[address];
  takeRefusals(state, contactId, address);
}

const start: Draw = ({ scene, channelId, pick }) => {
  const to = pick(phones) as string;
  return {
    title: `start a conversation with ${to}`,
    send: () => scene.call('conversations.create', { body: { channelId, to } }),
    apply(state, answer) {
      const owner = state.holders[to] ?? contactWith(state, to);
      const known = idsOf(state.conversations).find(
        (id) => state.conversations[id]?.address === to,
      );
      if (known === undefined && owner !== undefined && state.contacts[owner]?.blocked) {
        return mustBeRefused(answer, 'SVC-RECIPIENT-BLOCKED');
      }
      const { id, contactId } = bodyOf<Conversation>(answer);
      mustShow([answer.status, id], [known === undefined ? 201 : 200, known ?? id]);
      if (known === undefined) {
        must(!state.conversations[id], 'expected a new conversation');
        must(contactId === (owner ?? contactId), `expected the contact ${owner}, got ${contactId}`);
        state.contacts[contactId] ??= aNewContact(state, null, `+${to}`);
        hold(state, to, contactId);
        state.conversations[id] = aNewConversation(contactId, to);
      }
      mustShow(shownConversation(bodyOf(answer)), conversationIn(state, id));
    },
  };
};

function move(conversation: ConversationState, to: Conversation['status']): void {
  if (conversation.status === 'closed' && to === 'open') conversation.reopened += 1;
  conversation.status = to;
}

/**
 * Applies an inbound message to the newest ticket of its conversation, as the server does: opens a waiting ticket
 * again, and creates a follow-up of a closed one.
 */
function noteInTickets(state: State, conversationId: string): void {
  const { tickets } = state;
  const newest = tickets.findLast((ticket) => ticket.conversationId === conversationId);
  if (newest?.status === 'closed') {
    const fresh = { status: 'new', assigneeId: null, comments: 0, reopened: 0 } as const;
    state.lastNumber += 1;
    tickets.push({ ...newest, ...fresh, number: state.lastNumber });
    return;
  }
  if (newest?.status !== 'pending' && newest?.status !== 'solved') return;
  if (newest.status === 'solved') newest.reopened += 1;
  newest.status = 'open';
}

/** Returns a request that changes a conversation and whose response is the conversation. */
function change(
  id: string,
  title: string,
  send: Operation['send'],
  edit: (conversation: ConversationState) => string | undefined,
): Operation {
  return {
    title: `${title} the conversation ${id}`,
    send,
    apply(state, answer) {
      const conversation = state.conversations[id];
      const refusal = conversation ? edit(conversation) : 'SVC-NOT-FOUND';
      if (refusal !== undefined) return mustBeRefused(answer, refusal);
      mustShow(shownConversation(bodyOf(answer)), conversationIn(state, id));
    },
  };
}

const setStatus: Draw = (choice) => {
  const id = aConversationOf(choice);
  const status = choice.pick(['open', 'pending', 'snoozed', 'closed', 'closed'] as const);
  if (id === undefined || !status) return undefined;
  const send = () =>
    choice.scene.call('conversations.update', { params: { id }, body: { status } });
  return change(id, `set the status ${status} of`, send, (conversation) => {
    const { status: from } = conversation;
    if (from !== status && !conversationTransitions[from].includes(status)) {
      return 'SVC-INVALID-TRANSITION';
    }
    move(conversation, status);
    return undefined;
  });
};

const assign: Draw = (choice) => {
  const id = aConversationOf(choice);
  const assigneeId = choice.pick([null, ...choice.users]) ?? null;
  if (id === undefined) return undefined;
  const body = { assigneeId };
  const send = () => choice.scene.call('conversations.update', { params: { id }, body });
  return change(id, `assign to ${assigneeId}`, send, (conversation) => {
    conversation.assigneeId = assigneeId;
    return undefined;
  });
};

const mark: Draw = (choice) => {
  const id = aConversationOf(choice);
  const isRead = choice.pick([true, false]) === true;
  if (id === undefined) return undefined;
  const name = isRead ? 'conversations.markRead' : 'conversations.markUnread';
  return change(
    id,
    name,
    () => choice.scene.call(name, { params: { id } }),
    (conversation) => {
      conversation.unread = isRead ? 0 : Math.max(1, conversation.unread);
      return undefined;
    },
  );
};

/**
 * Returns whether a message to the customer of a conversation is refused. A customer who refuses all messages gets one
 * only after writing again in this conversation.
 */
function isRefused({ contacts }: State, conversation: ConversationState, answer: Answer): boolean {
  const { contactId, lastInboundAt } = conversation;
  const contact = contacts[contactId];
  if (contact?.blocked) {
    mustBeRefused(answer, 'SVC-RECIPIENT-BLOCKED');
    return true;
  }
  const { status, at } = contact?.consent.all ?? {};
  if (status !== 'opted_out') return false;
  if (lastInboundAt !== null && lastInboundAt > String(at)) return false;
  mustBeRefused(answer, 'SVC-RECIPIENT-OPTED-OUT');
  return true;
}

const answer: Draw = (choice) => {
  const id = aConversationOf(choice);
  if (id === undefined) return undefined;
  const body = { type: 'text', text: unique('text') } as const;
  return {
    title: `send a message in the conversation ${id}`,
    send: () => choice.scene.call('conversations.sendMessage', { params: { id }, body }),
    apply(state, answer) {
      const conversation = state.conversations[id];
      if (!conversation) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (isRefused(state, conversation, answer)) return;
      conversation.outbound += 1;
      const { conversationId, contactId } = bodyOf<Message>(answer);
      mustShow([conversationId, contactId], [id, conversation.contactId]);
    },
  };
};

const scheduleMs = 86_400_000;

const schedule: Draw = (choice) => {
  const id = aConversationOf(choice);
  if (id === undefined) return undefined;
  const sendAt = new Date(choice.scene.target.now().getTime() + scheduleMs).toISOString();
  const body = { type: 'text', text: unique('text'), sendAt } as const;
  return {
    title: `schedule a message in the conversation ${id}`,
    send: () => choice.scene.call('conversations.sendMessage', { params: { id }, body }),
    apply(state, answer) {
      const conversation = state.conversations[id];
      if (!conversation) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (isRefused(state, conversation, answer)) return;
      const { id: messageId, status, conversationId } = bodyOf<Message>(answer);
      mustShow([status, conversationId], ['queued', id]);
      state.scheduled[messageId] = { conversationId: id, status: 'queued' };
    },
  };
};

const cancel: Draw = ({ scene, pick, state }) => {
  const id = pick(idsOf(state.scheduled));
  if (id === undefined) return undefined;
  return {
    title: `cancel the scheduled message ${id}`,
    send: () => scene.call('messages.cancel', { params: { id } }),
    apply({ scheduled }, answer) {
      const message = scheduled[id];
      if (!message) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      if (message.status === 'canceled') return mustBeRefused(answer, 'SVC-INVALID-TRANSITION');
      message.status = 'canceled';
      mustShow(bodyOf<Message>(answer).status, 'canceled');
    },
  };
};

export const conversationOperations = {
  receive,
  startConversation: start,
  moveConversation: setStatus,
  assignConversation: assign,
  markConversation: mark,
  answer,
  schedule,
  cancel,
};
