import {
  caselessKey,
  contactRules,
  displayName,
  isSame,
  type StoredContact,
  type StoredIdentity,
  unknownConsent,
} from '@parley/domain';
import { fromJson, toJson } from '../db/columns.ts';
import { nameKey, searchKey, tagsKey } from '../db/sort-keys.ts';
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

/** JSON; null of a contact that has decided nothing, so that a send reads nothing for it. */
const orUnknown: Column<'json'> = {
  kind: 'json',
  encode: (value) => (isSame(value, unknownConsent) ? null : toJson(value)),
  decode: (cell) => (cell === null ? unknownConsent : fromJson(cell as string)),
};

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
    consent: orUnknown,
    blocked: flag,
    source: plain,
    lastInboundAt: plain,
    lastOutboundAt: plain,
    lastSeenAt: orLowest,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: {
    name_key: (contact) => nameKey(displayName(contact)),
    email_key: ({ email }) => email && caselessKey(email),
    tags_key: ({ tags }) => tagsKey(tags),
    search_key: (contact) => searchKey(contact, contactRules.filters.q),
  },
  sorts: { name: 'name_key' },
  filters: { email: 'email_key', tag: 'tags_key', q: 'search_key' },
  indexed: { phone: [], email: [], externalId: [] },
});

export const identitiesTable = defineTable<StoredIdentity>()('identities', {
  fields: {
    id: plain,
    contactId: plain,
    channelType: plain,
    channelId: named('scope', orLowest),
    kind: plain,
    address: plain,
    username: plain,
    profileName: plain,
    lastInboundAt: plain,
    lastOutboundAt: plain,
    createdAt: plain,
  },
});

export type ContactRow = RowOf<typeof contactsTable>;
export type IdentityRow = RowOf<typeof identitiesTable>;
