import * as z from 'zod';

/** Request header: requests with the same key and body within 24 hours have one effect and one response. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Response header: `true` on the stored response of an earlier request. */
export const replayedHeader = 'Idempotent-Replayed';

export const idempotencyRetentionHours = 24;

/** The headers of every POST. ts-rest wants a plain record with lower-case names. */
export const idempotencyHeaders = {
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      'Identifies one effect. A repeated request with the same key and body gets the first response and has no second effect. 1 to 255 visible ASCII characters, kept for 24 hours.',
    ),
};

/**
 * Returns the key without the quotes of a structured field; undefined when it is not 1–255 visible ASCII characters.
 */
export function parseIdempotencyKey(raw: string): string | undefined {
  const key = /^"(.*)"$/.exec(raw)?.[1] ?? raw;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}

/** JSON with the keys of every object sorted: equal bodies give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${entries.join(',')}}`;
}
