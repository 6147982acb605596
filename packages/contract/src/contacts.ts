import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idInput, idParams } from './ids.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, idFilter, updatedRange } from './query.ts';
import { bodyErrors, listErrors, postErrors, routeMetadata } from './routes.ts';
import { tags, tagsInput } from './tags.ts';
import { timestamp } from './timestamps.ts';

export const lifecycle = z
  .enum(['lead', 'opportunity', 'customer', 'other'])
  .describe('How far the relation has come.');

const windowFields = {
  open: z.boolean().nullable().describe('Whether free text is allowed; null = not known.'),
  expiresAt: timestamp.nullable().describe('When the window closes.'),
  remaining: z.number().int().nullable().describe('Messages left in it; null = not limited.'),
};

const _identity = z
  .object({
    id: id('identity'),
    channelType,
    channelId: id('channel')
      .nullable()
      .describe('Null where the address holds on every channel of the type.'),
    kind: z
      .enum(['phone', 'bsuid', 'igsid', 'tiktok_conversation'])
      .describe('What the address is.'),
    address: z.string().describe('The address on the network.'),
    username: z.string().nullable().describe('User name on the network.'),
    profileName: z.string().nullable().describe('Name in the profile on the network.'),
    lastInboundAt: timestamp.nullable().describe('Last message from this address.'),
    lastOutboundAt: timestamp.nullable().describe('Last message to this address.'),
    window: z
      .object(windowFields)
      .describe(
        'The customer-service window of this address on `channelId`. Not known where `channelId` is null: see `windows`.',
      ),
    windows: z
      .array(z.object({ channelId: id('channel').describe('The channel.'), ...windowFields }))
      .describe('The window on each channel that has a conversation with this address.'),
  })
  .describe('One address of a contact.');
type IdentityShape = typeof _identity;
export interface IdentitySchema extends IdentityShape {}
export const identity: IdentitySchema = _identity;
export type Identity = z.infer<typeof identity>;

const nullableText = z.string().nullable();

const _contact = z
  .object({
    id: id('contact'),
    name: nullableText.describe(
      'Display name: the profile name of the network until you set one. While it is null, `firstName` and `lastName` form the name that conversations show.',
    ),
    firstName: nullableText.describe('First name.'),
    lastName: nullableText.describe('Last name.'),
    phone: nullableText.describe('E.164 with `+`; unique among your contacts.'),
    email: nullableText.describe('Unique among your contacts, whatever its case.'),
    externalId: nullableText.describe('Your own id; unique among your contacts.'),
    language: nullableText.describe('BCP 47 language tag.'),
    country: nullableText.describe('ISO 3166-1 alpha-2.'),
    timezone: nullableText.describe('IANA time zone.'),
    avatarUrl: nullableText.describe('Picture.'),
    lifecycle,
    ownerId: id('user').nullable().describe('The member who looks after the contact.'),
    tags,
    identities: z.array(identity).describe('Addresses on the networks.'),
    source: z
      .enum(['api', 'inbound', 'import', 'broadcast', 'flow', 'agency'])
      .describe('Where the contact came from. New values may be added.'),
    lastInboundAt: timestamp.nullable().describe('Last message from the contact.'),
    lastOutboundAt: timestamp.nullable().describe('Last message to the contact.'),
    lastSeenAt: timestamp.nullable().describe('Last sign of life: a message or a read receipt.'),
    metadata,
    createdAt: timestamp.describe('When it was made.'),
    updatedAt: timestamp.describe('When it last changed.'),
  })
  .describe('A person you write with.');
type ContactShape = typeof _contact;
export interface ContactSchema extends ContactShape {}
export const contact: ContactSchema = _contact;
export type Contact = z.infer<typeof contact>;

const text = (max: number) => z.string().trim().min(1).max(max);
const separators = /[\s().-]/g;
const fields = {
  name: text(255).nullable().optional().describe('Display name.'),
  firstName: text(128).nullable().optional().describe('First name.'),
  lastName: text(128).nullable().optional().describe('Last name.'),
  phone: z
    .string()
    .transform((value) => value.replace(separators, ''))
    .pipe(z.string().regex(/^\+[1-9]\d{5,14}$/))
    .nullable()
    .optional()
    .describe('With `+` and country code; separators are dropped.'),
  email: z.email().max(254).nullable().optional().describe('E-mail address.'),
  externalId: text(255).nullable().optional().describe('Your own id.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .max(35)
    .nullable()
    .optional()
    .describe('BCP 47 language tag.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .optional()
    .describe('ISO 3166-1 alpha-2, upper case.'),
  timezone: z
    .string()
    .max(64)
    .refine(isTimeZone, { message: 'is not an IANA time zone', params: { code: 'invalid_format' } })
    .nullable()
    .optional()
    .describe('IANA time zone.'),
  avatarUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .optional()
    .describe('Picture.'),
  lifecycle: lifecycle.optional(),
  ownerId: idInput('user').nullable().optional().describe('A member of the tenant.'),
  tags: tagsInput.optional(),
};

const _createContactBody = z
  .object({ ...fields, metadata: metadataInput.optional() })
  .describe('A new contact. Every field is optional.');
type CreateContactBodyShape = typeof _createContactBody;
export interface CreateContactBodySchema extends CreateContactBodyShape {}
export const createContactBody: CreateContactBodySchema = _createContactBody;
export type CreateContactBody = z.infer<typeof createContactBody>;

const _updateContactBody = z
  .object({ ...fields, metadata: metadataPatch.optional() })
  .describe('What to change: absent fields stay as they are, null clears.');
type UpdateContactBodyShape = typeof _updateContactBody;
export interface UpdateContactBodySchema extends UpdateContactBodyShape {}
export const updateContactBody: UpdateContactBodySchema = _updateContactBody;
export type UpdateContactBody = z.infer<typeof updateContactBody>;

/** In a query string, a `+` that was not encoded arrives as a blank. */
function toPhone(value: string): string {
  return `+${value.replace(separators, '').replace(/^\+/, '')}`;
}

const exact = (max: number) => anyOf(z.string().min(1).max(max));

const _listContactsQuery = pageQuery
  .extend({
    q: z
      .string()
      .max(200)
      .optional()
      .describe(
        'Part of the name, first and last name, phone, e-mail or externalId; case and accents do not matter.',
      ),
    phone: anyOf(z.string().min(1).max(32).transform(toPhone))
      .optional()
      .describe('One of these numbers; separators are dropped, and the `+` may be missing.'),
    email: exact(254).optional().describe('Exactly one of these addresses.'),
    externalId: exact(255).optional().describe('Exactly one of these ids.'),
    tag: exact(64).optional().describe('With any of these tags.'),
    lifecycle: anyOf(lifecycle).optional().describe('In any of these stages.'),
    ownerId: idFilter().optional().describe('Owned by any of these members; `none` = nobody.'),
    channelType: anyOf(channelType)
      .optional()
      .describe('With an address on any of these networks.'),
    ...createdRange,
    ...updatedRange,
    sort: z
      .enum(['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', '-lastSeenAt', 'name'])
      .default('-createdAt')
      .describe('Order of the list.'),
  })
  .describe('Which contacts to list.');
type ListContactsQueryShape = typeof _listContactsQuery;
export interface ListContactsQuerySchema extends ListContactsQueryShape {}
export const listContactsQuery: ListContactsQuerySchema = _listContactsQuery;
export type ListContactsQuery = z.infer<typeof listContactsQuery>;

export const contactPage = page(contact).describe('A page of contacts.');

export const contactsRoutes = {
  list: {
    method: 'GET',
    path: '/contacts',
    summary: 'List contacts',
    query: listContactsQuery,
    responses: { 200: contactPage },
    metadata: routeMetadata({ errors: [...listErrors] }),
  },
  create: {
    method: 'POST',
    path: '/contacts',
    summary: 'Create a contact',
    headers: idempotencyHeaders,
    body: createContactBody,
    responses: { 201: contact },
    metadata: routeMetadata({
      creates: 'contact',
      errors: ['SVC-CONFLICT', 'SVC-NOT-FOUND', 'SVC-RULE-VIOLATION', ...bodyErrors, ...postErrors],
    }),
  },
  get: {
    method: 'GET',
    path: '/contacts/:id',
    summary: 'Get a contact',
    pathParams: idParams('contact'),
    responses: { 200: contact },
    metadata: routeMetadata({ resource: 'contact', errors: ['SVC-NOT-FOUND'] }),
  },
  update: {
    method: 'PATCH',
    path: '/contacts/:id',
    summary: 'Change a contact',
    pathParams: idParams('contact'),
    body: updateContactBody,
    responses: { 200: contact },
    metadata: routeMetadata({
      resource: 'contact',
      errors: ['SVC-NOT-FOUND', 'SVC-CONFLICT', 'SVC-RULE-VIOLATION', ...bodyErrors],
    }),
  },
} as const;

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    // The constructor throws a RangeError on unknown zones; there is no other way to ask.
    return false;
  }
}
