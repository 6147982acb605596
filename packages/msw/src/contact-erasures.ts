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
  const isOfContact = (one: { contactId: string | null }) => one.contactId === id;
  const isByContact = ({ author }: { author: { id: string | null } }) => author.id === id;
  const conversations = recordsWhere<StoredConversation>(store, 'conversation', isOfContact);
  const messages = recordsWhere<StoredMessage>(store, 'message', isOfContact);
  const isOfThem = (one: { contactId: string | null; conversationId: string | null }) =>
    isOfContact(one) || conversations.has(String(one.conversationId));
  const tickets = recordsWhere<Ticket>(store, 'ticket', isOfThem);
  const comments = recordsWhere<TicketComment>(
    store,
    'ticketComment',
    (one) => tickets.has(one.ticketId) || isByContact(one),
  );
  const deals = recordsWhere<Deal>(store, 'deal', isOfThem);
  const notes = recordsWhere<StoredNote>(
    store,
    'note',
    (one) => isOfThem(one) || deals.has(String(one.dealId)),
  );
  const at = store.now();
  for (const one of tickets.values()) Object.assign(one, erasedTicket(one), { updatedAt: at });
  for (const one of deals.values()) Object.assign(one, erasedDeal(one), { updatedAt: at });
  for (const one of comments.values()) Object.assign(one, erasedComment(one));
  remove('ticketChange', recordsWhere<TicketHistoryEntry>(store, 'ticketChange', isByContact));
  remove('note', notes);
  remove('consent', recordsWhere<Consent>(store, 'consent', isOfContact));
  for (const { createdAt } of messages.values()) {
    const month = periodOf('messagesPerMonth', createdAt);
    store.erasedMessages.set(month, (store.erasedMessages.get(month) ?? 0) + 1);
  }
  remove('message', messages);
  remove('conversation', conversations);
  for (const one of messages.keys()) store.timelines.delete(one);
  for (const one of conversations.keys()) store.deliveries.delete(one);
  for (const [key, identity] of store.identities) {
    if (identity.contactId === id) store.identities.delete(key);
  }
  store.identitiesByContact.delete(id);
  store.conversationsByContact.delete(id);
  for (const old of merged) store.contactMerges.delete(old);
  store.contacts.delete(id);
  const subjects = [conversations, messages, tickets, comments, deals, notes];
  const subjectIds = subjects.flatMap((records) => [...records.keys()]);
  const events = store.events.forget(new Set([id, ...merged, ...subjectIds]));
  for (const [key, { eventId }] of store.webhookDeliveries) {
    if (events.has(eventId)) store.webhookDeliveries.delete(key);
  }
  const shownIds = [conversations, tickets, deals].flatMap((records) => [...records.keys()]);
  const addresses = addressForms(contact, identities);
  const { hasId, hasAddress } = tracesOf([id, ...merged, ...shownIds, ...addresses]);
  const hasTrace = (text: string) => hasId(text) || hasAddress(text);
  for (const [scope, { answer }] of store.answers) {
    if (hasTrace(answer.text)) store.answers.delete(scope);
  }
  for (const { id: failed, fragment } of store.inboundFailures.values()) {
    if (hasTrace(JSON.stringify(fragment))) store.inboundFailures.delete(failed);
  }
  const erasure: ContactErasure = { id, erasedAt: at };
  recordChange(store, 'contact.deleted', erasure, null, { at });

  function remove(kind: IdKind, records: ReadonlyMap<string, unknown>): void {
    for (const recordId of records.keys()) store.records(kind).delete(recordId);
  }
}

function recordsWhere<Rec extends { id: string }>(
  store: Store,
  kind: IdKind,
  passes: (record: Rec) => boolean,
): ReadonlyMap<string, Rec> {
  return new Map([...store.records<Rec>(kind)].filter(([, record]) => passes(record)));
}
