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
  [rateLimitHeaders.limit]: { description: 'Requests per window of this key.', schema: count },
  [rateLimitHeaders.remaining]: {
    description: 'Requests that would be admitted at once.',
    schema: count,
  },
  [rateLimitHeaders.reset]: {
    description: 'Seconds until the quota is full again; at 0 remaining, until one is admitted.',
    schema: count,
  },
  [rateLimitHeaders.policy]: {
    description: 'The quota: requests, and the window in seconds.',
    schema: { ...text, examples: ['600;w=60'] },
  },
  'X-Request-Id': {
    description: 'The id of the request, yours if you sent one. Quote it when you ask about it.',
    schema: text,
  },
  'Retry-After': { description: 'Whole seconds to wait before trying again.', schema: count },
  Location: {
    description: 'Path of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  [replayedHeader]: {
    description: 'Present when the answer is that of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  Allow: { description: 'With 405: the methods that the path takes.', schema: text },
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
