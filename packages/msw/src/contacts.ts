import {
  type Contract,
  type CreateContactBody,
  type ListContactsQuery,
  mergeMetadata,
  ServiceError,
} from '@parley/contract';
import { recordContactCreated } from './events.ts';
import { isAnyOf, isAnyOfOrNone, isInRanges } from './filters.ts';
import { paginate, readSort, type SortKey } from './pages.ts';
import { changeContact, insertContact } from './people.ts';
import { toContact } from './record-answers.ts';
import { checkUser, getRecord, givenFields } from './records.ts';
import type { ContactRecord, Store } from './store.ts';
import { containsText, fold, hasAnyTag } from './text-search.ts';
import type { Fakes } from './types.ts';

export const contacts: Fakes<Contract['contacts']> = {
  list: ({ query }, store) => {
    const { field, descending } = readSort(query.sort);
    const page = paginate([...store.contacts.values()].filter(fits(store, query)), {
      list: 'contacts',
      tenantId: store.tenant.id,
      query,
      key: (contact) => sortKey(contact, field),
      id: (contact) => contact.id,
      descending,
    });
    const data = page.data.map((contact) => toContact(store, contact));
    return { status: 200, body: { ...page, data } };
  },
  create: ({ body }, store) => {
    const contact = createContact(store, body);
    return {
      status: 201,
      body: toContact(store, contact),
      location: `/api/v1/contacts/${contact.id}`,
    };
  },
  get: ({ params }, store) => {
    return { status: 200, body: toContact(store, getRecord(store.contacts, 'contact', params.id)) };
  },
  update: ({ params, body }, store) => {
    const contact = getRecord(store.contacts, 'contact', params.id);
    checkUser(store, body.ownerId);
    checkUnique(store, body, contact.id);
    const { metadata, ...fields } = body;
    changeContact(store, contact, {
      ...givenFields(fields),
      ...(metadata ? { metadata: mergeMetadata(contact.metadata, metadata) } : {}),
    });
    return { status: 200, body: toContact(store, contact) };
  },
};

export function createContact(store: Store, body: CreateContactBody): ContactRecord {
  checkUser(store, body.ownerId);
  checkUnique(store, body, undefined);
  const contact = insertContact(store, { source: 'api', ...givenFields(body) });
  recordContactCreated(store, contact);
  return contact;
}

const uniqueFields = ['phone', 'email', 'externalId'] as const;

function checkUnique(
  store: Store,
  body: Pick<CreateContactBody, (typeof uniqueFields)[number]>,
  ownId: string | undefined,
): void {
  for (const field of uniqueFields) {
    const wanted = uniqueKey(field, body[field]);
    if (wanted === undefined) continue;
    for (const other of store.contacts.values()) {
      if (other.id === ownId || uniqueKey(field, other[field]) !== wanted) continue;
      throw new ServiceError('SVC-CONFLICT', { resource: 'contact', field, existingId: other.id });
    }
  }
}

function uniqueKey(field: string, value: string | null | undefined): string | undefined {
  return field === 'email' ? value?.normalize('NFKC').toLowerCase() : (value ?? undefined);
}

function fits(store: Store, query: ListContactsQuery): (contact: ContactRecord) => boolean {
  const emails = query.email?.map((email) => uniqueKey('email', email) ?? '');
  return (contact) =>
    isAnyOf(query.phone, contact.phone) &&
    isAnyOf(emails, uniqueKey('email', contact.email) ?? null) &&
    isAnyOf(query.externalId, contact.externalId) &&
    isAnyOf(query.lifecycle, contact.lifecycle) &&
    isAnyOfOrNone(query.ownerId, contact.ownerId) &&
    (query.tag === undefined || hasAnyTag(contact.tags, query.tag)) &&
    isInRanges(contact, query) &&
    (query.channelType === undefined || hasAddressOn(store, contact, query.channelType)) &&
    (query.q === undefined || containsText(searchTexts(contact), query.q));
}

function hasAddressOn(store: Store, contact: ContactRecord, types: readonly string[]): boolean {
  const identities = store.identitiesByContact.get(contact.id) ?? [];
  return identities.some(({ channelType }) => types.includes(channelType));
}

/** What a search looks in. */
export function searchTexts(contact: ContactRecord): (string | null)[] {
  return [contact.name, contact.phone, contact.email, contact.externalId];
}

function sortKey(contact: ContactRecord, field: string): SortKey {
  if (field === 'name') return contact.name === null ? null : fold(contact.name);
  return contact[field as 'createdAt' | 'updatedAt' | 'lastSeenAt'];
}
