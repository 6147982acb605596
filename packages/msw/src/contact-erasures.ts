import type {
  Consent,
  ContactErasure,
  Deal,
  IdKind,
  Ticket,
  TicketComment,
  TicketHistoryEntry,
} from '@parley/contract';
import {
  addressForms,
  erasedComment,
  erasedDeal,
  erasedTicket,
  periodOf,
  refusalsOf,
  type StoredConversation,
  type StoredMessage,
  type StoredNote,
  suppressedAddresses,
  tracesOf,
} from '@parley/domain';
import { contactRecords } from './contact-records.ts';
import { recordChange } from './events.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';
import { keepSuppression } from './suppressions.ts';

/** Removes a contact with all data that identifies it. */
export function eraseContact(store: Store, id: string): void {
  const contact = contactRecords.get(store, id);
  const identities = store.identitiesByContact.get(id) ?? [];
  for (const refusal of refusalsOf(contact)) {
    for (const address of suppressedAddresses(contact.phone, identities)) {
      keepSuppression(store, address, { ...refusal, source: 'erasure' });
    }
  }
  const merged = [...store.contactMerges].filter(([, into]) => into === id).map(([old]) => old);
  const conversations = idsWhere<StoredConversation>(store, 'conversation', isOfContact);
  const messages = idsWhere<StoredMessage>(store, 'message', isOfContact);
  const isOfThem = (one: { contactId: string | null; conversationId: string | null }) =>
    isOfContact(one) || (one.conversationId !== null && conversations.has(one.conversationId));
  const tickets = idsWhere<Ticket>(store, 'ticket', isOfThem);
  const comments = idsWhere<TicketComment>(
    store,
    'ticketComment',
    ({ ticketId, author }) => tickets.has(ticketId) || author.id === id,
  );
  const deals = idsWhere<Deal>(store, 'deal', isOfThem);
  const changes = idsWhere<TicketHistoryEntry>(
    store,
    'ticketChange',
    ({ author }) => author.id === id,
  );
  const notes = idsWhere<StoredNote>(
    store,
    'note',
    ({ contactId, conversationId, dealId }) =>
      contactId === id || conversations.has(String(conversationId)) || deals.has(String(dealId)),
  );
  const at = store.now();
  for (const one of tickets)
    put<Ticket>(one, 'ticket', (ticket) => ({ ...erasedTicket(ticket), updatedAt: at }));
  for (const one of deals)
    put<Deal>(one, 'deal', (deal) => ({ ...erasedDeal(deal), updatedAt: at }));
  for (const one of comments) put<TicketComment>(one, 'ticketComment', erasedComment);
  for (const one of changes) store.records('ticketChange').delete(one);
  for (const one of notes) store.records('note').delete(one);
  for (const one of idsWhere<Consent>(store, 'consent', isOfContact)) {
    store.records('consent').delete(one);
  }
  for (const message of messages) {
    const { createdAt } = getRecord(store.messages, 'message', message);
    const month = periodOf('messagesPerMonth', createdAt);
    store.erasedMessages.set(month, (store.erasedMessages.get(month) ?? 0) + 1);
    store.timelines.delete(message);
    store.messages.delete(message);
  }
  for (const conversation of conversations) {
    store.conversations.delete(conversation);
    store.deliveries.delete(conversation);
  }
  for (const [key, identity] of store.identities) {
    if (identity.contactId === id) store.identities.delete(key);
  }
  store.identitiesByContact.delete(id);
  store.conversationsByContact.delete(id);
  for (const old of merged) store.contactMerges.delete(old);
  store.contacts.delete(id);
  const subjects = [[id], merged, conversations, messages, tickets, comments, deals, notes];
  const events = store.events.forget(new Set(subjects.flatMap((ids) => [...ids])));
  for (const [key, { eventId }] of store.webhookDeliveries) {
    if (events.has(eventId)) store.webhookDeliveries.delete(key);
  }
  const ids = [id, ...merged, ...conversations, ...tickets, ...deals];
  const { hasId, hasAddress } = tracesOf([...ids, ...addressForms(contact, identities)]);
  const hasTrace = (text: string) => hasId(text) || hasAddress(text);
  for (const [scope, { answer }] of store.answers) {
    if (hasTrace(answer.text)) store.answers.delete(scope);
  }
  for (const { id: failed, fragment } of store.inboundFailures.values()) {
    if (hasTrace(JSON.stringify(fragment))) store.inboundFailures.delete(failed);
  }
  const erasure: ContactErasure = { id, erasedAt: at };
  recordChange(store, 'contact.deleted', erasure, null, { at });

  function isOfContact({ contactId }: { contactId: string | null }): boolean {
    return contactId === id;
  }

  function put<Rec extends object>(
    recordId: string,
    kind: 'ticket' | 'deal' | 'ticketComment',
    change: (record: Rec) => Rec,
  ): void {
    const record = store.records<Rec>(kind).get(recordId);
    if (record) Object.assign(record, change(record));
  }
}

function idsWhere<Rec extends { id: string }>(
  store: Store,
  kind: IdKind,
  passes: (record: Rec) => boolean,
): Set<string> {
  const found = [...store.records<Rec>(kind).values()].filter(passes);
  return new Set(found.map(({ id }) => id));
}
