import type { Contact, Conversation, Deal, Ticket } from '@parley/contract';
import type { ConsentState, ContactState, ConversationState, DealState, State } from './state.ts';

// The fields of records that the model knows: as responses show them, and as the model expects them.

export function shownContact(shown: Contact) {
  const { id, name, phone, lifecycle, archivedAt, blocked, customFields } = shown;
  const addresses = shown.identities.map(({ address }) => address).sort();
  const archived = archivedAt !== null;
  const tags = [...shown.tags].sort();
  const decided = { archived, blocked, consent: consentOf(shown) };
  return { id, name, phone, lifecycle, ...decided, tags, customFields, addresses };
}

function consentOf({ consent: { marketing, all } }: Contact): ContactState['consent'] {
  const decision = ({ status, at }: ConsentState) => ({ status, at });
  return { marketing: decision(marketing), all: decision(all) };
}

export function contactIn({ contacts, holders }: State, id: string) {
  const held = Object.keys(holders).filter((address) => holders[address] === id);
  return { id, ...contacts[id], addresses: held.sort() };
}

export function shownConversation(shown: Conversation) {
  const { id, contactId, contact, address, status, assigneeId, lastInboundAt } = shown;
  const { unreadCount: unread, messageCount: messages, reopenCount: reopened } = shown;
  const counts = { unread, messages, reopened };
  const { name } = contact;
  return { id, contactId, name, address, status, assigneeId, lastInboundAt, ...counts };
}

export function conversationIn({ conversations, contacts, scheduled }: State, id: string) {
  const { inbound, outbound, ...fields } = conversations[id] as ConversationState;
  const name = contacts[fields.contactId]?.name;
  const later = Object.values(scheduled).filter(({ conversationId }) => conversationId === id);
  return { id, ...fields, name, messages: inbound + outbound + later.length };
}

export function shownDeal(shown: Deal) {
  const { id, title, contactId, value, currency, stageId, status, archivedAt } = shown;
  const archived = archivedAt !== null;
  return { id, title, contactId, value, currency, stageId, status, archived };
}

export function dealIn({ deals }: State, id: string) {
  const { lastOpen: _, ...fields } = deals[id] as DealState;
  return { id, ...fields };
}

export function shownTicket(shown: Ticket) {
  const { number, subject, status, contactId, conversationId, assigneeId } = shown;
  const counts = { comments: shown.commentCount, reopened: shown.reopenCount };
  return { number, subject, status, contactId, conversationId, assigneeId, ...counts };
}
