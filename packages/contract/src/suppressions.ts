import * as z from 'zod';
import { addressInput } from './address-input.ts';
import { channelType } from './capabilities.ts';
import { consentScope } from './contact-consent.ts';
import { at, exampleId, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp } from './timestamps.ts';

export class SuppressionSchema extends named(
  'An address that refuses messages, whether or not a contact has it. The server keeps a keyed hash, not the address.',
  {
    id: id('suppression'),
    channelType: channelType
      .nullable()
      .describe('Network of the address; null = kept before the server stored the network.'),
    scope: consentScope,
    source: z
      .enum(['api', 'inbox', 'erasure'])
      .describe(
        'Where the first refusal came from; a later one changes only `decidedAt`. `api`: a request with an API key. `inbox`: a member in the console. `erasure`: the refusal of an erased contact. Open enum: new values may be added; handle unknown ones.',
      ),
    decidedAt: timestamp.describe(
      'Time of the latest refusal: a repeated request or a later erasure moves it.',
    ),
    createdAt: timestamp.describe('Creation time.'),
  },
) {}
export const suppression = new SuppressionSchema();
export type Suppression = z.infer<typeof suppression>;

export const createSuppressionBody = z
  .object({
    channelType: channelType.describe('Network of the address.'),
    address: addressInput,
    scope: consentScope,
  })
  .describe('An address that refuses messages.');
export type CreateSuppressionBody = z.infer<typeof createSuppressionBody>;

export const listSuppressionsQuery = pageQuery
  .extend({
    address: addressInput
      .optional()
      .describe('Only the suppressions of this address, in any form of a phone number.'),
    channelType: anyOf(channelType).optional().describe('Only addresses on any of these networks.'),
    scope: anyOf(consentScope).optional().describe('Only suppressions of any of these scopes.'),
    ...createdRange,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which suppressions to list.');
export type ListSuppressionsQuery = z.infer<typeof listSuppressionsQuery>;

export const suppressionPage = page(suppression).describe('A page of suppressions.');

const routes = resourceRoutes('/suppressions', 'suppression', suppression);

export const suppressionsRoutes = {
  list: routes.list('List suppressions', listSuppressionsQuery, suppressionPage),
  create: {
    ...routes.create('Suppress an address', createSuppressionBody, 'SVC-RECIPIENT-INVALID'),
    description:
      'Contacts that have the address refuse messages from now on, and so does a later contact with it. If the address has a suppression of the scope, the response is that one, with the new `decidedAt`.',
  },
  get: routes.get('Get a suppression'),
  delete: {
    ...routes.delete('Delete a suppression'),
    description:
      'Later contacts with the address no longer refuse messages. Contacts that have it keep their `consent`: record an opt-in for them.',
  },
};

const example: Suppression = {
  id: exampleId('suppression', 'H'),
  channelType: 'whatsapp',
  scope: 'marketing',
  source: 'api',
  decidedAt: at(20),
  createdAt: at(20),
};

export const suppressionExamples = {
  suppression: example,
  suppressionPage: onePage(example),
  listSuppressionsQuery: { address: '+5511987654321', scope: ['marketing'], sort: 'createdAt' },
  createSuppressionBody: {
    channelType: 'whatsapp',
    address: '+5511987654321',
    scope: 'marketing',
  },
} as const;
