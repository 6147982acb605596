import type { Consent, ListConsentsQuery } from '@parley/contract';
import {
  type ConsentChange,
  consentFilters,
  consentsOf,
  contactFields,
  contactRules,
  decisionNamed,
  decisionsOf,
  fits,
  type Refusal,
  requireActive,
  type StoredContact,
  type SuppressedAddress,
  summaryOf,
  suppressedAddresses,
  withDecisions,
} from '@parley/domain';
import { hasWantedValues, withCheckedValues } from './custom-values.ts';
import { fakeRecords, listRecords } from './fake-records.ts';
import { toContact } from './record-answers.ts';
import type { Store } from './store.ts';

const records = fakeRecords(contactRules, {
  complete: toContact,
  filters: (store) => ({
    channelType: (contact, types: readonly string[]) =>
      (store.identitiesByContact.get(contact.id) ?? []).some(({ channelType }) =>
        types.includes(channelType),
      ),
    consent: ({ consent }, decisions: readonly Parameters<typeof decisionNamed>[0][]) =>
      decisions.some((decision) => {
        const [scope, status] = decisionNamed(decision);
        return consent[scope].status === status;
      }),
    customField: hasWantedValues,
  }),
  reference: checkUser,
  saved: showInConversations,
});

export const contactRecords: typeof records = {
  ...records,
  create(store, body) {
    const checked = withCheckedValues(store, 'contact', body, { isNew: true });
    const contact = records.create(store, checked);
    return takeRefusals(store, contact, suppressedAddresses(contact.phone, []));
  },
  update(store, id, body) {
    const checked = withCheckedValues(store, 'contact', body, { isNew: false });
    const contact = records.update(store, id, checked);
    return takeRefusals(store, contact, suppressedAddresses(body.phone ?? null, []));
  },
};

/** Gives a contact the refusals that are known of these addresses. */
export function takeRefusals(
  store: Store,
  contact: StoredContact,
  addresses: readonly SuppressedAddress[],
): StoredContact {
  const found = suppressionsOf(store, addresses);
  if (found.length === 0) return contact;
  return decide(store, contact, decisionsOf(found));
}

/** Writes decisions of a contact about messages, and their history. */
export function decide(
  store: Store,
  contact: StoredContact,
  changes: readonly ConsentChange[],
  at = store.now(),
): StoredContact {
  const newId = () => store.newId('consent');
  const { after, consents } = withDecisions({ ...contact }, changes, { at, newId });
  for (const one of consents) store.records<Consent>('consent').set(one.id, one);
  return records.save(store, contact, after, at);
}

export function listConsents(store: Store, contactId: string, query: ListConsentsQuery) {
  const rules = { kind: 'consent', filters: consentFilters, sortKeys: {} } as const;
  const complete = (_store: Store, one: Consent) => one;
  return listRecords(store, rules, consentsOf(contactId, query), { complete });
}

/** The refusals that are known of these addresses. */
export function suppressionsOf(store: Store, addresses: readonly SuppressedAddress[]): Refusal[] {
  const hashes = addresses.map(suppressionHash);
  return [...store.suppressions.values()].filter(({ hash }) => hashes.includes(hash));
}

/** Returns the text by which the mock finds the refusals of an address. The server uses a hash. */
export function suppressionHash({ channelType, key }: SuppressedAddress): string {
  return `${channelType} ${key}`;
}

/** For a field of a record that names a user. */
export function checkUser(store: Store, id: string, field: string): void {
  requireActive(store.users.get(id), { id, field });
}

/** Conversations show their contact in short. A new summary is not a change of the conversation. */
export function showInConversations(store: Store, contact: StoredContact): void {
  for (const conversation of store.conversations.values()) {
    if (conversation.contactId !== contact.id) continue;
    Object.assign(conversation, contactFields(summaryOf(contact)));
  }
}

/** Returns whether the `q` of a list finds a contact. */
export function isFoundBy(q: string): (contact: StoredContact) => boolean {
  return fits({ q: contactRules.filters.q }, { q });
}
