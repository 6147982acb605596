import type { Consent, ConsentState } from '@parley/contract/schemas';
import {
  caselessKey,
  contactRules,
  displayName,
  isSame,
  phoneKey,
  type StoredContact,
  type StoredIdentity,
  unknownConsent,
} from '@parley/domain';
import { fromJson, toJson } from '../db/columns.ts';
import { ofOneValue } from '../db/ordered-index.ts';
import { cell, cellsIn } from '../db/rows-in.ts';
import { archivedKey, nameKey, searchKey, tagsKey, valuesKey } from '../db/sort-keys.ts';
import {
  type Column,
  defineTable,
  flag,
  json,
  named,
  orLowest,
  plain,
  type RowOf,
} from '../db/table.ts';

/** Stores opt-outs and opt-ins as JSON. Null for a contact without any, so that sending to it needs no further read. */
const orUnknown: Column<'json'> = {
  kind: 'json',
  encode: (value) => (isSame(value, unknownConsent) ? null : toJson(value)),
  decode: (cell) => (cell === null ? unknownConsent : fromJson(cell as string)),
};

/** Returns the status of a decision; null for a contact without one, so that the index does not contain it. */
function decidedStatus({ status }: ConsentState): string | null {
  return status === 'unknown' ? null : status;
}

export const contactsTable = defineTable<StoredContact>()('contacts', {
  fields: {
    id: plain,
    name: plain,
    firstName: plain,
    lastName: plain,
    phone: plain,
    email: plain,
    externalId: plain,
    language: plain,
    country: plain,
    timezone: plain,
    avatarUrl: plain,
    lifecycle: plain,
    ownerId: plain,
    tags: json,
    customFields: json,
    consent: orUnknown,
    blocked: flag,
    source: plain,
    lastInboundAt: plain,
    lastOutboundAt: plain,
    lastSeenAt: orLowest,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
    archivedAt: plain,
  },
  keys: {
    archived_key: ({ archivedAt }) => archivedKey(archivedAt !== null),
    name_key: (contact) => nameKey(displayName(contact)),
    phone_key: ({ phone }) => phone && phoneKey(phone),
    email_key: ({ email }) => email && caselessKey(email),
    tags_key: ({ tags }) => tagsKey(tags),
    custom_fields_key: ({ customFields }) => valuesKey(customFields),
    marketing_consent: ({ consent }) => decidedStatus(consent.marketing),
    all_consent: ({ consent }) => decidedStatus(consent.all),
    search_key: (contact) => searchKey(contact, contactRules.filters.q),
  },
  sorts: { name: 'name_key' },
  filters: {
    phone: 'phone_key',
    email: 'email_key',
    tag: 'tags_key',
    tagAll: 'tags_key',
    tagNone: 'tags_key',
    q: 'search_key',
    archived: 'archived_key',
  },
  indexed: { phone: [], email: [], externalId: [] },
  ordered: {
    archived: {
      columns: ['created_at', 'updated_at', 'last_seen_at', 'name_key'],
      has: () => true,
      isShared: true,
    },
    ownerId: ofOneValue('created_at'),
    // The indexes contain only contacts that have made a decision.
    consent: {
      columns: ['created_at'],
      has: (decisions) => {
        const [one, ...more] = decisions as readonly string[];
        return more.length === 0 && !one?.endsWith(':unknown');
      },
    },
    blocked: { columns: ['created_at'], has: (blocked) => blocked === true },
  },
  // When the erasure of the contact began.
  extra: { erasing_at: null as string | null },
});

export const identitiesTable = defineTable<StoredIdentity>()('identities', {
  fields: {
    id: plain,
    contactId: plain,
    channelType: plain,
    channelId: named('scope', orLowest),
    kind: plain,
    address: plain,
    otherAddress: plain,
    username: plain,
    profileName: plain,
    lastInboundAt: plain,
    lastOutboundAt: plain,
    createdAt: plain,
  },
  // The ID of the contact in the latest suggestion of a merge.
  extra: { suggested_for: null as string | null },
});

export const consentsTable = defineTable<Consent>()('consents', {
  fields: {
    id: plain,
    contactId: plain,
    scope: plain,
    status: plain,
    source: plain,
    channelType: plain,
    messageId: plain,
    reason: plain,
    effectiveAt: plain,
    createdAt: plain,
  },
  indexed: { contactId: ['created_at'] },
});

export const contactMergesTable = cellsIn('contact_merges', {
  /** The ID of the merged contact, which no longer exists. */
  id: cell<string>(),
  merged_into_id: cell<string>(),
  merged_at: cell<string>(),
});

export type ContactRow = RowOf<typeof contactsTable>;
export type IdentityRow = RowOf<typeof identitiesTable>;
