import type { Contract } from '@parley/contract';
import {
  contactRules,
  fits,
  isSame,
  requireActive,
  type StoredContact,
  summaryOf,
} from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { toContact } from './record-answers.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const contactRecords = fakeRecords(contactRules, {
  complete: toContact,
  filters: (store) => ({
    channelType: (contact, types: readonly string[]) =>
      (store.identitiesByContact.get(contact.id) ?? []).some(({ channelType }) =>
        types.includes(channelType),
      ),
  }),
  reference: checkUser,
  saved: touchConversations,
});

const { list, create, get, update } = fakeCrud(contactRecords);
export const contacts: Fakes<Contract['contacts']> = { list, create, get, update };

/** Whether the `q` of a list finds a contact. */
export function isFoundBy(q: string): (contact: StoredContact) => boolean {
  return fits({ q: contactRules.filters.q }, { q });
}

/** For a field of a record that names a user. */
export function checkUser(store: Store, id: string, field: string): void {
  requireActive(store.users.get(id), { id, field });
}

/** Conversations show their contact in short, so they change with it. */
function touchConversations(
  store: Store,
  contact: StoredContact,
  previous: Partial<StoredContact>,
): void {
  if (isSame(summaryOf(contact), summaryOf({ ...contact, ...previous }))) return;
  for (const conversation of store.conversations.values()) {
    if (conversation.contactId === contact.id) conversation.updatedAt = store.now();
  }
}
