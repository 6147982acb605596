import {
  caselessKey,
  contactRules,
  displayName,
  type StoredContact,
  type StoredIdentity,
} from '@parley/domain';
import { nameKey, searchKey, tagsKey } from '../db/sort-keys.ts';
import { defineTable, json, named, orLowest, plain, type RowOf } from '../db/table.ts';

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
