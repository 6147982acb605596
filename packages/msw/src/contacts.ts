import {
  type ChangeConsentBody,
  type Contract,
  createContactBody,
  examples,
  type UpsertContactBody,
} from '@parley/contract';
import {
  archivedAs,
  blockedAs,
  changeOf,
  contactFileHeaders,
  contactFileStart,
  contactLines,
  contactOfRow,
  decided,
  exportedList,
  newContactOf,
  putEach,
  suppressedAddresses,
  withoutTag,
  withTags,
} from '@parley/domain';
import { eraseContact } from './contact-erasures.ts';
import { mergeContacts } from './contact-merges.ts';
import { contactRecords, decide, listConsents, lookupOf, takeRefusals } from './contact-records.ts';
import { fieldsOf } from './custom-values.ts';
import { fakeCrud } from './fake-records.ts';
import { MockFile } from './file-answer.ts';
import { fakeListOf } from './owned-fakes.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import { limitOf, noteReached } from './tenant-limits.ts';
import type { Fakes } from './types.ts';

const { change, show } = contactRecords;

export const contacts: Fakes<Contract['contacts']> = {
  ...fakeCrud(contactRecords),
  export: ({ query }, store) => {
    const fields = fieldsOf(store, 'contact');
    const { data } = contactRecords.list(store, exportedList(query, Number.POSITIVE_INFINITY));
    const text = contactFileStart(fields) + contactLines(data, fields);
    const file = new MockFile(new TextEncoder().encode(text), contactFileHeaders);
    return file.body;
  },
  merge: ({ body }, store) => show(store, mergeContacts(store, body)),
  upsert: ({ body }, store) => {
    const { status, contact } = upsert(store, body);
    return { contact, created: status === 'created' };
  },
  batch: ({ body }, store) => {
    const limit = limitOf(store, 'contacts');
    const outcomes = putEach(body.items, (item) => upsert(store, item, { isInBatch: true }));
    const records = outcomes.filter(({ status }) => status === 'created').length;
    if (limit) noteReached(store, { name: 'contacts', records }, limit);
    const none = { contact: null, error: null };
    return { results: outcomes.map((outcome, index) => ({ index, ...none, ...outcome })) };
  },
  delete: ({ params }, store) => {
    eraseContact(store, params.id);
  },
  optOut: ({ params, body }, store) => decidedAs('opted_out', store, params.id, body),
  optIn: ({ params, body }, store) => decidedAs('opted_in', store, params.id, body),
  listConsents: fakeListOf('contact', listConsents),
  block: ({ params }, store) => change(store, params.id, blockedAs(true)),
  unblock: ({ params }, store) => change(store, params.id, blockedAs(false)),
  archive: ({ params }, store) => change(store, params.id, archivedAs(true)),
  unarchive: ({ params }, store) => change(store, params.id, archivedAs(false)),
  addTags: ({ params, body }, store) => {
    const { tags } = change(store, params.id, (one) => withTags(one, body.tags));
    return { tags };
  },
  removeTag: ({ params }, store) => {
    change(store, params.id, (one) => withoutTag(one, params.name));
  },
};

function upsert(store: Store, body: UpsertContactBody, batch = {}) {
  const known = contactOfRow({ id: null, body }, lookupOf(store));
  if (!known) {
    const contact = contactRecords.create(store, newContactOf(body), batch);
    return { status: 'created' as const, contact: show(store, contact) };
  }
  const changed = contactRecords.update(store, known.id, changeOf(body, known));
  // The number may be only an identity of the contact, and no part of the change.
  const contact = takeRefusals(store, changed, suppressedAddresses(body.phone ?? null, []));
  return { status: 'updated' as const, contact: show(store, contact) };
}

function decidedAs(
  status: 'opted_in' | 'opted_out',
  store: Store,
  id: string,
  body: ChangeConsentBody,
) {
  const contact = contactRecords.get(store, id);
  decide(store, contact, [decided(status, body, store.now())]);
  return show(store, contact);
}

export const contactSeeds = seedsOf(createContactBody, contactRecords, (number) => ({
  ...examples.createContactBody,
  name: `${examples.createContactBody.name} ${number}`,
  // A different number each time; none ends like a magic recipient of the sandbox.
  phone: `+55119${String(number).padStart(5, '0')}321`,
  externalId: `customer-${number}`,
}));
