import * as z from 'zod';
import { id } from '../ids.ts';
import { textOrNull } from '../nullable.ts';
import { page, pageQuery } from '../pagination.ts';
import { anyOf, createdRange, idFilter, sortedBy, textFilter } from '../query.ts';
import { timestamp } from '../timestamps.ts';

/** How long the server keeps a logged request, in hours. */
export const requestLogHours = 24;

/**
 * The maximum number of requests of a tenant that each process logs. Successes and errors count separately. The used
 * number becomes available again evenly: 50,000 in a day.
 */
export const loggedRequestsQuota = { limit: 1_000, windowSeconds: 1_728 } as const;

export const requestOutcome = z
  .enum(['success', 'refused', 'failed', 'aborted'])
  .describe(
    'Outcome of a request: `success` (status 2xx or 3xx), `refused` (4xx), `failed` (5xx), or `aborted`: the client closed the connection before it had the response.',
  );
export type RequestOutcome = z.infer<typeof requestOutcome>;

export const loggedRequest = z
  .object({
    id: id('loggedRequest'),
    keyId: id('apiKey').describe('ID of the API key of the request.'),
    method: z.string().describe('HTTP method.'),
    path: z
      .string()
      .describe(
        'Path without prefix and query, at most 200 characters. It has the IDs of records. In place of other values, it has the names of the parameters, such as `:name`.',
      ),
    status: z
      .int()
      .nullable()
      .describe('HTTP status; null = the client closed the connection before it had the response.'),
    code: textOrNull('Error code, such as `SVC-NOT-FOUND`; null = no error.'),
    requestId: z.string().describe('`X-Request-Id` of the response.'),
    durationMs: z.int().describe('Time until the response was sent, in milliseconds.'),
    createdAt: timestamp.describe('Time of the response.'),
  })
  .describe('A request with an API key.');
export type LoggedRequest = z.infer<typeof loggedRequest>;

export const listRequestLogQuery = pageQuery
  .extend({
    keyId: idFilter().optional().describe('Only requests with any of these API keys.'),
    outcome: anyOf(requestOutcome).optional().describe('Only requests with any of these outcomes.'),
    code: textFilter(64).optional().describe('Only requests with any of these error codes.'),
    requestId: textFilter(255)
      .optional()
      .describe('Only requests with any of these `X-Request-Id`s.'),
    createdAfter: createdRange.createdAfter,
    createdBefore: createdRange.createdBefore,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which requests to list.');
export type ListRequestLogQuery = z.infer<typeof listRequestLogQuery>;

export const requestLogPage = page(loggedRequest).describe('A page of requests.');

export const requestLogEndpoints = {
  list: {
    method: 'GET',
    path: '/request-log',
    summary: 'List the requests with API keys of the last 24 hours',
    description:
      'The log has no bodies, queries and headers. Each process of the server logs at most 1,000 successes of a tenant at once, and 50,000 in a day. For all tenants together, it logs at most 2,000 at once, and 100 in a second. Errors count separately, with the same limits. The log omits further requests.',
    query: listRequestLogQuery,
    responses: { 200: requestLogPage },
    metadata: {},
  },
} as const;
