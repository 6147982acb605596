import type { Consent, ListConsentsQuery } from '@parley/contract';
import {
  type ConsentChange,
  type ContactLookup,
  consentFilters,
  contactFields,
  contactRules,
  decisionNamed,
  decisionsOf,
  fits,
  hasCustomValues,
  phoneForms,
  type Refusal,
  type StoredContact,
  type StoredConversation,
  type SuppressedAddress,
  summaryOf,
  suppressedAddresses,
  withDecisions,
} from '@parley/domain';
import { withCheckedValues } from './custom-values.ts';
import { recordChange } from './events.ts';
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
    windowOpen: (contact, channelIds: readonly string[]) =>
      toContact(store, contact).identities.some(({ windows }) =>
        windows.some(({ open, channelId }) => open && channelIds.includes(channelId)),
      ),
    consent: ({ consent }, decisions: readonly Parameters<typeof decisionNamed>[0][]) =>
      decisions.some((decision) => {
        const [scope, status] = decisionNamed(decision);
        return consent[scope].status === status;
      }),
    customField: hasCustomValues,
  }),
  saved: showInConversations,
  limit: 'contacts',
});

export const contactRecords: typeof records = {
  ...records,
  create(store, body, batch) {
    const checked = withCheckedValues(store, 'contact', body);
    const contact = records.create(store, checked, batch);
    return takeRefusals(store, contact, suppressedAddresses(contact.phone, []));
  },
  update(store, id, body) {
    const checked = withCheckedValues(store, 'contact', body, records.all(store).get(id) ?? {});
    const contact = records.update(store, id, checked);
    return takeRefusals(store, contact, suppressedAddresses(body.phone ?? null, []));
  },
};

/** Returns the functions that look contacts up by the values that identify them. */
export function lookupOf(store: Store): ContactLookup {
  return {
    byId: (id) => store.contacts.get(id),
    holderOf: (field, wanted) => records.holderOf(store, field, wanted),
    addresseeOf({ phone }) {
      const [known] = phoneForms(phone ?? '').flatMap(
        (form) => store.identities.get(`whatsapp  ${form}`) ?? [],
      );
      return known && store.contacts.get(known.contactId);
    },
  };
}

/** Changes the addresses of a contact, and records the event. */
export function changeAddresses<Result>(
  store: Store,
  contact: StoredContact,
  change: () => Result,
): Result {
  const { identities } = records.show(store, contact);
  const result = change();
  const at = store.now();
  contact.updatedAt = at;
  const after = { ...records.show(store, contact) };
  recordChange(store, 'contact.updated', after, { identities }, { at });
  return result;
}

/** Applies the stored suppressions of these addresses to a contact. */
export function takeRefusals(
  store: Store,
  contact: StoredContact,
  addresses: readonly SuppressedAddress[],
): StoredContact {
  const found = suppressionsOf(store, addresses);
  if (found.length === 0) return contact;
  return decide(store, contact, decisionsOf(found));
}

/** Stores the opt-outs and opt-ins of a contact and their history. */
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
  const rules = { kind: 'consent', filters: consentFilters } as const;
  return listRecords(store, rules, { ...query, contactId: [contactId] });
}

/** Returns the suppressions of these addresses. */
export function suppressionsOf(store: Store, addresses: readonly SuppressedAddress[]): Refusal[] {
  const hashes = addresses.map(suppressionHash);
  return [...store.suppressions.values()].filter(({ hash }) => hashes.includes(hash));
}

/** Returns the key of an address in the stored suppressions. The server uses a hash instead. */
export function suppressionHash({ channelType, key }: SuppressedAddress): string {
  return `${channelType} ${key}`;
}

/** Returns the conversations of a contact, oldest first. */
export function conversationsOf(store: Store, contactId: string): readonly StoredConversation[] {
  return store.conversationsByContact.get(contactId) ?? [];
}

/**
 * Writes the contact's summary into its conversations. This does not count as a change of the conversations, so it
 * records no event.
 */
export function showInConversations(store: Store, contact: StoredContact): void {
  for (const conversation of conversationsOf(store, contact.id)) {
    Object.assign(conversation, contactFields(summaryOf(contact)));
  }
}

/** Returns a function that tells whether a search for `q` finds a contact. */
export function isFoundBy(q: string): (contact: StoredContact) => boolean {
  return fits({ q: contactRules.filters.q }, { q });
}
