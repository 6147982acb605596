import { type Contract, createContactBody, examples } from '@parley/contract';
import {
  blockedAs,
  contactFields,
  contactRules,
  decided,
  fits,
  requireActive,
  type StoredContact,
  summaryOf,
} from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { toContact } from './record-answers.ts';
import { seedsOf } from './seeds-of.ts';
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
  saved: showInConversations,
});

const { list, create, get, update } = fakeCrud(contactRecords);
export const contacts: Fakes<Contract['contacts']> = {
  list,
  create,
  get,
  update,
  optOut: ({ params, body }, store) => changed(store, params.id, decided('opted_out', body)),
  optIn: ({ params, body }, store) => changed(store, params.id, decided('opted_in', body)),
  block: ({ params }, store) => changed(store, params.id, blockedAs(true)),
  unblock: ({ params }, store) => changed(store, params.id, blockedAs(false)),
};

function changed(
  store: Store,
  id: string,
  change: (before: StoredContact, at: string) => StoredContact,
) {
  const before = contactRecords.get(store, id);
  const after = contactRecords.save(store, before, change(before, store.now()));
  return { status: 200, body: contactRecords.show(store, after) } as const;
}

export const contactSeeds = seedsOf(createContactBody, contactRecords, (number) => ({
  ...examples.createContactBody,
  name: `${examples.createContactBody.name} ${number}`,
  // Different each time, without a magic ending.
  phone: `+55119${String(number).padStart(5, '0')}321`,
  externalId: `customer-${number}`,
}));

/** Whether the `q` of a list finds a contact. */
export function isFoundBy(q: string): (contact: StoredContact) => boolean {
  return fits({ q: contactRules.filters.q }, { q });
}

/** For a field of a record that names a user. */
export function checkUser(store: Store, id: string, field: string): void {
  requireActive(store.users.get(id), { id, field });
}

/** Conversations show their contact in short. A new summary is not a change of the conversation. */
function showInConversations(store: Store, contact: StoredContact): void {
  for (const conversation of store.conversations.values()) {
    if (conversation.contactId !== contact.id) continue;
    Object.assign(conversation, contactFields(summaryOf(contact)));
  }
}
