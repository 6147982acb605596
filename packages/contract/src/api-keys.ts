import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleIds, made, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp } from './timestamps.ts';

export const apiKeyStatus = z
  .enum(['active', 'revoked', 'expired'])
  .describe('Status of the key. Only active keys are accepted.');

export class ApiKeySchema extends named('A credential of a tenant, without its secret.', {
  id: id('apiKey'),
  name: z.string().describe('Name of the key, such as the program that uses it.'),
  hint: z
    .string()
    .describe(
      'Prefix and last four characters of the key, to recognize it. The full key is shown once, at its creation.',
    ),
  status: apiKeyStatus,
  createdBy: z
    .object({
      type: z.enum(['member', 'agency', 'cli']).describe('Kind of creator.'),
      id: textOrNull('ID of the member or of the tenant of the agency; null for the command line.'),
    })
    .describe('Creator of the key.'),
  grantId: idOrNull(
    'agencyGrant',
    'ID of the grant under which an agency issued the key; null = none. The key ends with the grant.',
  ),
  rateLimit: z
    .object({
      limit: z.int().describe('Requests per period.'),
      windowSeconds: z.int().describe('Length of the quota period, in seconds.'),
    })
    .describe('The quota of the key.'),
  lastUsedAt: timeOrNull(
    'Time of the last request with this key, exact to the minute. Stored within a minute; null = no use is stored.',
  ),
  expiresAt: timeOrNull('Expiry time: the key is refused from then on. Null = never.'),
  revokedAt: timeOrNull('Time of the revocation; null = not revoked.'),
  createdAt: timestamp.describe('Creation time.'),
}) {}
export const apiKey = new ApiKeySchema();
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeysQuery = pageQuery
  .extend({
    status: anyOf(apiKeyStatus).optional().describe('Only keys with any of these statuses.'),
    ...createdRange,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which API keys to list.');
export type ListApiKeysQuery = z.infer<typeof listApiKeysQuery>;

export const apiKeyPage = page(apiKey).describe('A page of API keys.');

export const apiKeyEvents = eventsOf(apiKey, {
  'api_key.created': 'An API key was created.',
  'api_key.revoked': 'An API key was revoked.',
});

const routes = resourceRoutes('/api-keys', 'apiKey', apiKey);

export const apiKeysRoutes = {
  list: routes.list('List API keys', listApiKeysQuery, apiKeyPage),
  current: {
    method: 'GET',
    path: '/api-keys/current',
    summary: 'Get the API key of this request',
    responses: { 200: apiKey },
    metadata: {},
  },
  revoke: {
    ...routes.action('revoke', 'Revoke an API key', 'SVC-FORBIDDEN'),
    description:
      'The server refuses the key from the next request on. Revoking a revoked key changes nothing. A key can revoke itself. A key that an agency issued gets `SVC-FORBIDDEN` for keys of another grant and of no grant.',
  },
} as const;

export const exampleApiKey: ApiKey = {
  id: exampleIds.apiKey,
  name: 'Shop backend',
  hint: 'prl_live_…a1B2',
  status: 'active',
  createdBy: { type: 'cli', id: null },
  grantId: null,
  rateLimit: { limit: 600, windowSeconds: 60 },
  lastUsedAt: at(50),
  expiresAt: null,
  revokedAt: null,
  createdAt: at(0),
};

export const apiKeyExamples = {
  apiKey: exampleApiKey,
  apiKeyPage: onePage(exampleApiKey),
  listApiKeysQuery: { status: ['active'], limit: 50 },
} as const;

export const apiKeyEventExamples = {
  'api_key.created': made(exampleApiKey),
  'api_key.revoked': changed(exampleApiKey, { status: 'revoked', revokedAt: at(50) }),
};
