import * as z from 'zod';

/** Request header: requests with the same key and body within 24 hours have one effect and one response. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Response header: `true` on the stored response of an earlier request. */
export const replayedHeader = 'Idempotent-Replayed';

export const idempotencyRetentionHours = 24;

/** The schema of the headers of every POST, in the form that ts-rest needs: a plain record with lower-case names. */
export const idempotencyHeaders = {
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      'Identifies one effect. A repeated request with the same key and body gets the first response and has no second effect. 1 to 255 visible ASCII characters, kept for 24 hours.',
    ),
};

/**
 * Returns the idempotency key of a header, without the quotation marks of a structured field. Undefined when it is not
 * 1–255 visible ASCII characters.
 */
export function parseIdempotencyKey(raw: string): string | undefined {
  const key = /^"(.*)"$/.exec(raw)?.[1] ?? raw;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}

/** Returns JSON with the keys of every object sorted, so that equal bodies give equal texts. */
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
