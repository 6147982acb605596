import * as z from 'zod';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idParams } from './ids.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange } from './query.ts';
import { bodyErrors, listErrors, postErrors, routeMetadata } from './routes.ts';
import { timestamp } from './timestamps.ts';

export const apiKeyStatus = z
  .enum(['active', 'revoked', 'expired'])
  .describe('Only active keys are accepted.');

const _apiKey = z
  .object({
    id: id('apiKey'),
    name: z.string().describe('What the key is for.'),
    hint: z
      .string()
      .describe(
        'Enough of the key to recognise it; the key itself is shown once, when it is made.',
      ),
    status: apiKeyStatus,
    createdBy: z
      .object({
        type: z.enum(['member', 'agency', 'cli']).describe('Who made it.'),
        id: z.string().nullable().describe('Id of the maker; null for the command line.'),
      })
      .describe('Who made the key.'),
    rateLimit: z
      .object({
        limit: z.number().int().describe('Requests per window.'),
        windowSeconds: z.number().int().describe('Length of the window.'),
      })
      .describe('The quota of the key.'),
    lastUsedAt: timestamp.nullable().describe('Last request, to the minute.'),
    expiresAt: timestamp.nullable().describe('From then on the key is refused; null = never.'),
    revokedAt: timestamp.nullable().describe('When it was revoked; null = not revoked.'),
    createdAt: timestamp.describe('When it was made.'),
  })
  .describe('A credential of a tenant, without its secret.');
type ApiKeyShape = typeof _apiKey;
export interface ApiKeySchema extends ApiKeyShape {}
export const apiKey: ApiKeySchema = _apiKey;
export type ApiKey = z.infer<typeof apiKey>;

const _listApiKeysQuery = pageQuery
  .extend({
    status: anyOf(apiKeyStatus).optional().describe('Keys in any of these states.'),
    ...createdRange,
    sort: z.enum(['-createdAt', 'createdAt']).default('-createdAt').describe('Order of the list.'),
  })
  .describe('Which API keys to list.');
type ListApiKeysQueryShape = typeof _listApiKeysQuery;
export interface ListApiKeysQuerySchema extends ListApiKeysQueryShape {}
export const listApiKeysQuery: ListApiKeysQuerySchema = _listApiKeysQuery;
export type ListApiKeysQuery = z.infer<typeof listApiKeysQuery>;

export const apiKeyPage = page(apiKey).describe('A page of API keys.');

export const apiKeysRoutes = {
  list: {
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    query: listApiKeysQuery,
    responses: { 200: apiKeyPage },
    metadata: routeMetadata({ errors: [...listErrors] }),
  },
  current: {
    method: 'GET',
    path: '/api-keys/current',
    summary: 'The key that this request was made with',
    responses: { 200: apiKey },
    metadata: routeMetadata({ errors: [] }),
  },
  revoke: {
    method: 'POST',
    path: '/api-keys/:id/revoke',
    summary: 'Revoke an API key',
    description:
      'Holds from the next request on. Revoking a revoked key changes nothing; a key may revoke itself.',
    pathParams: idParams('apiKey'),
    headers: idempotencyHeaders,
    body: z.object({}).optional(),
    responses: { 200: apiKey },
    metadata: routeMetadata({
      resource: 'apiKey',
      errors: ['SVC-NOT-FOUND', ...bodyErrors, ...postErrors],
    }),
  },
} as const;
