import type { MergeContactsBody, TicketComment, TicketHistoryEntry } from '@parley/contract';
import {
  checkIdentityLimit,
  checkMerge,
  mergedContact,
  mergeOf,
  type StoredContact,
  type StoredConversation,
} from '@parley/domain';
import { contactRecords, showInConversations } from './contact-records.ts';
import { recordChange } from './events.ts';
import type { Store } from './store.ts';

/** Merges the duplicate into the primary contact. Repeating a merge changes nothing. */
export function mergeContacts(store: Store, body: MergeContactsBody): StoredContact {
  checkMerge(body);
  const { primaryId, duplicateId } = body;
  const primary = contactRecords.get(store, primaryId);
  if (store.contactMerges.get(duplicateId) === primaryId) return primary;
  const duplicate = contactRecords.get(store, duplicateId);
  const identitiesOf = (id: string) => store.identitiesByContact.get(id)?.length ?? 0;
  checkIdentityLimit(identitiesOf(primaryId), identitiesOf(duplicateId));
  const at = store.now();
  const merge = mergeOf({ ...contactRecords.show(store, duplicate) }, primaryId, at);
  moveReferences(store, duplicateId, primaryId, at);
  store.contacts.delete(duplicateId);
  store.contactMerges.set(duplicateId, primaryId);
  recordChange(store, 'contact.merged', merge, null, { at });
  const merged = contactRecords.save(store, primary, mergedContact(primary, duplicate), at);
  // Needed even when the primary contact is unchanged: the conversations of the duplicate still show the duplicate.
  showInConversations(store, merged);
  return merged;
}

const kinds = ['conversation', 'message', 'deal', 'ticket', 'note', 'consent'] as const;

/** Makes every record that refers to the contact `from` refer to the contact `to`. */
function moveReferences(store: Store, from: string, to: string, at: string): void {
  for (const kind of kinds) {
    for (const record of store.records<OfContact>(kind).values()) {
      if (record.contactId !== from) continue;
      // A message does not change: it has the contact of its conversation.
      const changed = kind !== 'message' && 'updatedAt' in record && { updatedAt: at };
      Object.assign(record, { contactId: to }, changed);
    }
  }
  for (const kind of ['ticketComment', 'ticketChange'] as const) {
    for (const record of store.records<TicketComment | TicketHistoryEntry>(kind).values()) {
      if (record.author.id === from) record.author = { ...record.author, id: to };
    }
  }
  for (const [id, mergedInto] of store.contactMerges) {
    if (mergedInto === from) store.contactMerges.set(id, to);
  }
  for (const identity of store.identitiesByContact.get(from) ?? []) {
    Object.assign(identity, { contactId: to });
  }
  joinLists(store.identitiesByContact, from, to);
  joinLists<StoredConversation>(store.conversationsByContact, from, to);
}

interface OfContact {
  contactId: string | null;
}

function joinLists<Item extends { readonly createdAt: string }>(
  lists: Map<string, Item[]>,
  from: string,
  to: string,
): void {
  const all = [...(lists.get(to) ?? []), ...(lists.get(from) ?? [])];
  lists.delete(from);
  lists.set(
    to,
    all.sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt))),
  );
}
