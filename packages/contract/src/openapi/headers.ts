import { replayedHeader } from '../idempotency.ts';
import { rateLimitHeaders } from '../rate-limit.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Header {
  description: string;
  schema: JsonSchema;
}
type References = Record<string, { $ref: string }>;

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

export const headers: Record<string, Header> = {
  [rateLimitHeaders.limit]: {
    description: 'Requests of this key per quota period.',
    schema: count,
  },
  [rateLimitHeaders.remaining]: {
    description: 'Requests that would be admitted at once.',
    schema: count,
  },
  [rateLimitHeaders.reset]: {
    description:
      'Seconds until the quota is full again. If `RateLimit-Remaining` is 0: seconds until the server admits one request.',
    schema: count,
  },
  [rateLimitHeaders.policy]: {
    description: 'The quota: requests, and the window in seconds.',
    schema: { ...text, examples: ['600;w=60'] },
  },
  'X-Request-Id': {
    description: 'ID of the request: yours if you sent a valid one. Quote it in support requests.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: count },
  'X-Should-Retry': {
    description:
      'Present when `details.retryable` is false: a repeat of the request fails in the same way, so do not repeat it.',
    schema: { type: 'string', const: 'false' },
  },
  Location: {
    description: 'Path of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Content-Disposition': {
    description: 'The file name, and whether a browser may show the file.',
    schema: text,
  },
  'Accept-Ranges': {
    description: 'The unit of ranges.',
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': { description: 'The range that the body has.', schema: text },
  [replayedHeader]: {
    description:
      'Present when the response is the stored one of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  Allow: { description: 'With 405: the methods that the path supports.', schema: text },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string', const: 'Bearer' },
  },
};

export const quotaHeaders: readonly string[] = Object.values(rateLimitHeaders);

export function headerRefs(names: readonly string[]): References {
  return Object.fromEntries(
    names.map((name) => {
      if (!(name in headers)) throw new Error(`The header ${name} is not described.`);
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
}
