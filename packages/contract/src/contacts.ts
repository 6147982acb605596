import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { changeConsentBody, contactConsent } from './contact-consent.ts';
import { eventsOf } from './events-of.ts';
import { id, idInput } from './ids.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, idFilter, sortedBy, updatedRange } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { timestamp } from './timestamps.ts';

export const lifecycle = z
  .enum(['lead', 'opportunity', 'customer', 'other'])
  .describe('Stage in the customer lifecycle.');

/** The state of a messaging window, the same in every response. */
export const windowFields = {
  open: z.boolean().nullable().describe('Whether free text is allowed; null = unknown.'),
  expiresAt: timestamp.nullable().describe('Time at which the window closes; null = not known.'),
  remaining: z
    .number()
    .int()
    .nullable()
    .describe('Messages that you may still send in this window; null = no limit.'),
};

export class IdentitySchema extends named(
  'An address of a contact on a network: a phone number or an id of the network.',
  {
    id: id('identity'),
    channelType,
    channelId: id('channel')
      .nullable()
      .describe(
        'Channel of the address; null = the address is valid on every channel of this network.',
      ),
    kind: z.enum(['phone', 'bsuid', 'igsid', 'tiktok_conversation']).describe('Kind of address.'),
    address: z.string().describe('The address on the network.'),
    username: z.string().nullable().describe('User name on the network.'),
    profileName: z.string().nullable().describe('Name in the profile on the network.'),
    lastInboundAt: timestamp.nullable().describe('Time of the last message from this address.'),
    lastOutboundAt: timestamp.nullable().describe('Time of the last message to this address.'),
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

const nullableText = z.string().nullable();

export class ContactSchema extends named('A person that you exchange messages with.', {
  id: id('contact'),
  name: nullableText.describe(
    'Display name. Until you set one, it is the profile name of the network. If it is null, conversations show `firstName` and `lastName`.',
  ),
  firstName: nullableText.describe('First name.'),
  lastName: nullableText.describe('Last name.'),
  phone: nullableText.describe(
    'Phone number in E.164 format with `+`, unique among your contacts.',
  ),
  email: nullableText.describe('Email address, unique among your contacts, ignoring case.'),
  externalId: nullableText.describe('Your own ID, unique among your contacts.'),
  language: nullableText.describe('BCP 47 language tag, such as `pt-BR`.'),
  country: nullableText.describe('Country: ISO 3166-1 alpha-2 code, such as `BR`.'),
  timezone: nullableText.describe('IANA time zone, such as `America/Sao_Paulo`.'),
  avatarUrl: nullableText.describe('URL of the picture.'),
  lifecycle,
  ownerId: id('user')
    .nullable()
    .describe('ID of the user who is responsible for the contact; null = none.'),
  tags,
  identities: z.array(identity).describe('Addresses on the networks.'),
  consent: contactConsent,
  blocked: z.boolean().describe('Whether the business sends the contact nothing.'),
  source: z
    .enum(['api', 'inbound', 'import', 'broadcast', 'flow', 'agency'])
    .describe('Origin of the contact. Open enum: new values may be added; handle unknown ones.'),
  lastInboundAt: timestamp.nullable().describe('Time of the last message from the contact.'),
  lastOutboundAt: timestamp.nullable().describe('Time of the last message to the contact.'),
  lastSeenAt: timestamp
    .nullable()
    .describe('Time of the last message or read receipt from the contact.'),
  metadata,
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of the last change.'),
}) {}
export const contact = new ContactSchema();
export type Contact = z.infer<typeof contact>;

const text = (max: number) => z.string().trim().min(1).max(max);
const separators = /[\s().-]/g;
const notATimeZone = 'must be an IANA time zone, such as America/Sao_Paulo';
const fields = {
  name: text(255).nullable().optional().describe('Display name.'),
  firstName: text(128).nullable().optional().describe('First name.'),
  lastName: text(128).nullable().optional().describe('Last name.'),
  phone: z
    .string()
    .regex(
      /^[\s().-]*\+[\s().-]*[1-9](?:[\s().-]*[0-9]){5,14}[\s().-]*$/,
      'must be a phone number with + and country code, such as +14155550123',
    )
    .transform((value) => value.replace(separators, ''))
    .nullable()
    .optional()
    .describe('Phone number with `+` and country code. Separators are removed.'),
  email: z
    .email()
    .max(254)
    .nullable()
    .optional()
    .describe('Email address, unique among your contacts, ignoring case.'),
  externalId: text(255).nullable().optional().describe('Your own ID, unique among your contacts.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language tag, such as pt-BR')
    .max(35)
    .nullable()
    .optional()
    .describe('BCP 47 language tag, such as `pt-BR`.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 code of two capital letters, such as BR')
    .nullable()
    .optional()
    .describe('Country: ISO 3166-1 alpha-2 code in upper case, such as `BR`.'),
  timezone: z
    .string()
    .max(64)
    .regex(/^(?:[A-Za-z][A-Za-z0-9_+/-]*|[+-]\d{2}(?::?\d{2})?)$/, notATimeZone)
    .refine(isTimeZone, { message: notATimeZone, params: { code: 'invalid_format' } })
    .nullable()
    .optional()
    .describe('IANA time zone, such as `America/Sao_Paulo`.'),
  avatarUrl: z
    .url({ protocol: /^https?$/ })
    .regex(/^\s*[hH][tT][tT][pP][sS]?:\/\/[^\s/?#\\]/, 'must be an absolute http or https URL')
    .max(2_000)
    .nullable()
    .optional()
    .describe('URL of the picture.'),
  lifecycle: lifecycle.optional(),
  ownerId: idInput('user')
    .nullable()
    .optional()
    .describe('ID of the user who is responsible for the contact; null = none.'),
  tags: tagsInput.optional(),
};

export const createContactBody = z
  .object({ ...fields, metadata: metadataInput.optional() })
  .describe('A new contact. Every field is optional.');
export type CreateContactBody = z.infer<typeof createContactBody>;

export const updateContactBody = z
  .object({ ...fields, metadata: metadataPatch.optional() })
  .describe('Fields to change. Absent fields keep their values; null clears a field.');
export type UpdateContactBody = z.infer<typeof updateContactBody>;

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    // The constructor throws a RangeError on unknown zones; there is no other way to ask.
    return false;
  }
}

/** In a query string, a `+` that was not encoded arrives as a blank. */
function toPhone(value: string): string {
  return `+${value.replace(separators, '').replace(/^\+/, '')}`;
}

const exact = (max: number) => anyOf(z.string().min(1).max(max));

export const listContactsQuery = pageQuery
  .extend({
    q: z
      .string()
      .max(200)
      .optional()
      .describe(
        'Text to find in the name, first and last name, phone, email or externalId. Case and accents are ignored.',
      ),
    phone: anyOf(z.string().min(1).max(32).transform(toPhone))
      .optional()
      .describe(
        'Only contacts with one of these phone numbers. Separators are removed; `+` is optional.',
      ),
    email: exact(254)
      .optional()
      .describe('Only contacts with one of these email addresses, ignoring case.'),
    externalId: exact(255)
      .optional()
      .describe('Only contacts with one of these `externalId` values.'),
    tag: exact(64).optional().describe('Only contacts with at least one of these tags.'),
    lifecycle: anyOf(lifecycle)
      .optional()
      .describe('Only contacts in any of these lifecycle stages.'),
    ownerId: idFilter()
      .optional()
      .describe('Only contacts of any of these users; `none` = contacts without an owner.'),
    channelType: anyOf(channelType)
      .optional()
      .describe('Only contacts with an address on any of these networks.'),
    ...createdRange,
    ...updatedRange,
    sort: sortedBy('-createdAt', 'createdAt', 'updatedAt', '-updatedAt', '-lastSeenAt', 'name'),
  })
  .describe('Which contacts to list.');
export type ListContactsQuery = z.infer<typeof listContactsQuery>;

export const contactPage = page(contact).describe('A page of contacts.');

export const contactEvents = eventsOf(contact, {
  'contact.created':
    'A contact was created: by a request, or by the first message from or to the person.',
  'contact.updated': 'Fields of a contact changed.',
  'contact.tags_changed': 'The tags of a contact changed.',
  'contact.opted_in': 'A contact allowed messages, by request, keyword or button.',
  'contact.opted_out': 'A contact refused messages, by request, keyword or button.',
  'contact.blocked': 'A contact was blocked: it gets no messages.',
  'contact.unblocked': 'A contact is no longer blocked.',
});

const routes = resourceRoutes('/contacts', 'contact', contact);

export const contactsRoutes = {
  list: routes.list('List contacts', listContactsQuery, contactPage),
  create: routes.create(
    'Create a contact',
    createContactBody,
    'SVC-CONFLICT',
    'SVC-RULE-VIOLATION',
  ),
  get: routes.get('Get a contact'),
  update: routes.update(
    'Change a contact',
    updateContactBody,
    'SVC-CONFLICT',
    'SVC-RULE-VIOLATION',
  ),
  optOut: {
    ...routes.action('opt-out', 'Record that a contact refuses messages'),
    body: changeConsentBody,
  },
  optIn: {
    ...routes.action('opt-in', 'Record that a contact allows messages'),
    body: changeConsentBody,
  },
  block: {
    ...routes.action('block', 'Block a contact'),
    description: 'The contact gets no messages. Its own messages are still stored.',
  },
  unblock: routes.action('unblock', 'Unblock a contact'),
};
