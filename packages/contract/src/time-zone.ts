import * as z from 'zod';

const notATimeZone = 'must be an IANA time zone, such as America/Sao_Paulo';

export const timeZoneInput = z
  .string()
  .max(64)
  .regex(/^(?:[A-Za-z][A-Za-z0-9_+/-]*|[+-]\d{2}(?::?\d{2})?)$/, notATimeZone)
  .refine(isTimeZone, { message: notATimeZone, params: { code: 'invalid_format' } })
  .describe('IANA time zone, such as `America/Sao_Paulo`.');

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    // The constructor throws a RangeError for unknown time zones; JavaScript has no other check.
    return false;
  }
}
