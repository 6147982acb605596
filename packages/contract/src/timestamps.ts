import * as z from 'zod';

/** The schema of a time in a response: ISO 8601 in UTC, with milliseconds and `Z`. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('A time in UTC with milliseconds.');

/** The schema of a time in a request: any RFC 3339 time with an offset. It is converted to UTC with milliseconds. */
export const timestampInput = z.iso
  .datetime({ offset: true })
  .refine(isOfFourDigitYear, {
    message: 'must be a time in the years 0000 to 9999 UTC',
    params: { code: 'invalid_format' },
  })
  .transform((value) => new Date(value).toISOString())
  .describe('RFC 3339 time, with any offset, such as `2026-01-31T12:00:00Z`.');

/**
 * Returns whether the year has four digits in UTC. An offset can move a time to a year that a timestamp cannot
 * represent.
 */
function isOfFourDigitYear(value: string): boolean {
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && /^\d{4}-/.test(time.toISOString());
}
