import * as z from 'zod';
import { batchItems, batchResultFields } from './batches.ts';
import { channelType } from './capabilities.ts';
import {
  changeConsentBody,
  consentPage,
  contactConsent,
  listConsentsQuery,
} from './contact-consent.ts';
import {
  batchContactsBody,
  createContactBody,
  lifecycle,
  mergeContactsBody,
  updateContactBody,
  upsertContactBody,
} from './contact-inputs.ts';
import { exportContactsQuery, listContactsQuery } from './contact-queries.ts';
import { customFieldValues } from './custom-values.ts';
import { eventsOf } from './events-of.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idInput } from './ids.ts';
import type { FileBytes } from './media.ts';
import { metadata } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page } from './pagination.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RouteMetadata } from './routes.ts';
import { addContactTagsBody, contactTags, tags } from './tags.ts';
import { timestamp } from './timestamps.ts';

/** The fields of a messaging window in every response that shows one. */
export const windowFields = {
  open: z.boolean().nullable().describe('Whether free text is allowed; null = unknown.'),
  expiresAt: timeOrNull('Time at which the window closes; null = not known.'),
  remaining: z
    .int()
    .nullable()
    .describe(
      'Messages that the network is known to allow until the customer answers; null = no limit. At 0, `strict` channels refuse messages, and others send them with a warning.',
    ),
};

export class IdentitySchema extends named(
  'An address of a contact on a network: a phone number or an id of the network.',
  {
    id: id('identity'),
    channelType,
    channelId: idOrNull(
      'channel',
      'Channel of the address; null = the address is valid on every channel of this network.',
    ),
    kind: z.enum(['phone', 'bsuid', 'igsid', 'tiktok_conversation']).describe('Kind of address.'),
    address: z.string().describe('The address on the network.'),
    username: textOrNull('User name on the network.'),
    profileName: textOrNull('Name in the profile on the network.'),
    lastInboundAt: timeOrNull('Time of the last message from this address.'),
    lastOutboundAt: timeOrNull('Time of the last message to this address.'),
    window: z
      .object(windowFields)
      .describe(
        'Messaging window of this address on `channelId`. If `channelId` is null, this window is unknown: see `windows`.',
      ),
    windows: z
      .array(z.object({ channelId: id('channel').describe('The channel.'), ...windowFields }))
      .describe('Messaging window on each channel that has a conversation with this address.'),
  },
) {}
export const identity = new IdentitySchema();
export type Identity = z.infer<typeof identity>;

export class ContactSchema extends named('A person that you exchange messages with.', {
  id: id('contact'),
  name: textOrNull(
    'Display name. Until you set one, it is the profile name of the network. If it is null, conversations show `firstName` and `lastName`.',
  ),
  firstName: textOrNull('First name.'),
  lastName: textOrNull('Last name.'),
  phone: textOrNull('Phone number in E.164 format with `+`, unique among your contacts.'),
  email: textOrNull('Email address, unique among your contacts, ignoring case.'),
  externalId: textOrNull('Your own ID, unique among your contacts.'),
  language: textOrNull('BCP 47 language tag, such as `pt-BR`.'),
  country: textOrNull('Country: ISO 3166-1 alpha-2 code, such as `BR`.'),
  timezone: textOrNull('IANA time zone, such as `America/Sao_Paulo`.'),
  avatarUrl: textOrNull('URL of the picture.'),
  lifecycle,
  ownerId: idOrNull('user', 'ID of the user who is responsible for the contact; null = none.'),
  tags,
  customFields: customFieldValues,
  identities: z
    .array(identity)
    .describe(
      'Addresses on the networks. The first message from or to the number in `phone` adds it as an address, without an event.',
    ),
  consent: contactConsent,
  blocked: z.boolean().describe('Whether the contact is blocked: the server sends it no messages.'),
  source: z
    .enum(['api', 'inbound', 'import', 'broadcast', 'flow', 'agency'])
    .describe('Origin of the contact. Open enum: new values may be added; handle unknown ones.'),
  lastInboundAt: timeOrNull('Time of the last message from the contact.'),
  lastOutboundAt: timeOrNull('Time of the last message to the contact.'),
  lastSeenAt: timeOrNull('Time at which the contact last sent or read a message.'),
  metadata,
  ...recordTimes,
  updatedAt: timestamp.describe(
    'Time of the last change. Changes of `lastInboundAt`, `lastOutboundAt` and `lastSeenAt` do not count.',
  ),
  archivedAt: timeOrNull('Time at which the contact was archived; null = it is not archived.'),
}) {}
export const contact = new ContactSchema();
export type Contact = z.infer<typeof contact>;

export const contactUpsert = z
  .object({
    contact,
    created: z.boolean().describe('Whether the contact is new.'),
  })
  .describe('The contact that was created or updated.');
export type ContactUpsert = z.infer<typeof contactUpsert>;

export const contactBatch = z
  .object({
    results: z
      .array(
        z.object({
          ...batchResultFields,
          contact: contact.nullable().describe('The contact; null when there was an error.'),
        }),
      )
      .describe('One result per item, in order.'),
  })
  .describe('Results of a request that creates or updates several contacts.');
export type ContactBatch = z.infer<typeof contactBatch>;

export const contactPage = page(contact).describe('A page of contacts.');

export const contactEvents = eventsOf(contact, {
  'contact.created':
    'A contact was created: by a request, or by the first message from or to the person.',
  'contact.updated': 'Fields of a contact changed.',
  'contact.tags_changed': 'The tags of a contact changed.',
  'contact.opted_in':
    'A contact allows messages: by a request, an import, a keyword, a button, or in WhatsApp itself.',
  'contact.opted_out':
    'A contact refuses messages: by a request, an import, a keyword, a button, or in WhatsApp itself.',
  'contact.blocked': 'A contact was blocked: it gets no messages.',
  'contact.unblocked': 'A contact is no longer blocked.',
});

const contactsFile = z
  .custom<FileBytes>()
  .describe(
    'A file in UTF-8 with a byte order mark, a row of headers, and commas between columns.',
  );

const routes = resourceRoutes('/contacts', 'contact', contact);

export const contactsRoutes = {
  list: routes.list('List contacts', listContactsQuery, contactPage),
  create: routes.create(
    'Create a contact',
    createContactBody,
    'SVC-CONFLICT',
    'SVC-RULE-VIOLATION',
    'SVC-LIMIT-REACHED',
  ),
  upsert: {
    method: 'POST',
    path: '/contacts/upsert',
    summary: 'Create or update a contact',
    description:
      'Updates the contact that has the `externalId`, `phone` or `email` of the body, and creates one if no contact has any of them. It also finds a contact by a `phone` that is only one of its WhatsApp identities, unless its `externalId` or `email` is another one.',
    headers: idempotencyHeaders,
    body: upsertContactBody,
    responses: { 200: contactUpsert },
    metadata: {
      errors: ['SVC-CONFLICT', 'SVC-CONTACT-AMBIGUOUS', 'SVC-RULE-VIOLATION', 'SVC-LIMIT-REACHED'],
    },
  },
  batch: {
    method: 'POST',
    path: '/contacts/batch',
    summary: 'Create or update up to 100 contacts',
    description: batchItems,
    headers: idempotencyHeaders,
    body: batchContactsBody,
    responses: { 200: contactBatch },
    metadata: {},
  },
  merge: {
    method: 'POST',
    path: '/contacts/merge',
    summary: 'Merge two contacts',
    description:
      'Moves the identities, conversations, messages, deals, tickets and notes of the duplicate to the primary contact. More than 500 records of a kind move in several transactions. Empty fields of the primary contact get the values of the duplicate, which no longer exists afterwards. A merge cannot be undone. Together, they may have at most 100 identities.',
    headers: idempotencyHeaders,
    body: mergeContactsBody,
    responses: { 200: contact },
    metadata: { errors: ['SVC-RULE-VIOLATION', 'SVC-LIMIT-REACHED'] },
  },
  export: {
    method: 'GET',
    path: '/contacts/export',
    summary: 'Export contacts as a CSV file',
    description:
      "The newest contacts come first. `POST /contacts/imports` reads the file: unless contacts have changed since, it changes nothing. A cell that a spreadsheet could run as a formula begins with `'`. The server sends the rows while it reads them: if the connection breaks before the end of the response, the file is not complete.",
    query: exportContactsQuery,
    responses: { 200: contactsFile },
    metadata: { bytes: 'response', mediaType: 'text/csv' } as RouteMetadata,
  },
  get: {
    ...routes.get('Get a contact'),
    description:
      'For a contact that was merged into another one, `SVC-NOT-FOUND` has the ID of the other contact in `details.mergedIntoId`.',
  },
  update: routes.update(
    'Change a contact',
    updateContactBody,
    'SVC-CONFLICT',
    'SVC-RULE-VIOLATION',
  ),
  delete: {
    ...routes.delete('Erase a contact'),
    description:
      'Erases the contact, its identities, conversations, messages, notes, received files and earlier events, and the texts of its tickets and deals. After the response, jobs remove the bytes of files, and copies that other requests stored during the erasure. The opt-outs of the contact also apply to later contacts with the same address. If the request fails, send it again.',
  },
  optOut: {
    ...routes.action('opt-out', 'Record that a contact refuses messages'),
    body: changeConsentBody,
  },
  optIn: {
    ...routes.action('opt-in', 'Record that a contact allows messages'),
    body: changeConsentBody,
  },
  listConsents: {
    ...routes.listOf(
      'consents',
      'List the decisions of a contact about messages',
      listConsentsQuery,
      consentPage,
    ),
    description: 'The history of `consent`. Decisions are added, and never changed.',
  },
  block: {
    ...routes.action('block', 'Block a contact'),
    description: 'The contact gets no messages. Its own messages are still stored.',
  },
  unblock: routes.action('unblock', 'Unblock a contact'),
  archive: {
    ...routes.action('archive', 'Archive a contact'),
    description:
      'Lists of contacts leave the contact out. Everything else stays as it is: requests with its ID, its unique fields and messages to it. A message from the contact restores it, unless the contact is blocked.',
  },
  unarchive: routes.action('unarchive', 'Restore an archived contact'),
  addTags: {
    ...routes.action('tags', 'Add tags to a contact'),
    description:
      'Tags that the contact has are ignored. A contact has at most 50 tags: more are refused with `SVC-VALIDATION`.',
    body: addContactTagsBody,
    responses: { 200: contactTags },
  },
  removeTag: {
    ...routes.delete('Remove a tag from a contact'),
    path: '/contacts/:id/tags/:name',
    description: 'Returns `SVC-NOT-FOUND` when the contact does not have the tag.',
    pathParams: z.object({
      id: idInput('contact'),
      name: z
        .string()
        .min(1)
        .max(64)
        .describe('The tag, URL-encoded. Case and accents are ignored.'),
    }),
    metadata: { resource: 'tag', owner: 'contact' },
  },
} as const;
