import * as z from 'zod';

/**
 * Spaces, dashes, dots and parentheses, and the invisible marks of the writing direction that programs put around a
 * copied phone number.
 */
const separator = String.raw`[\s().\u00AD\u200B-\u2015\u202A-\u202E\u2060\u2066-\u2069-]`;
export const separators = new RegExp(separator, 'g');

/** The schema of a phone number with country code. Separators are removed when it is parsed. */
export const phoneInput = z
  .string()
  .regex(
    new RegExp(`^${separator}*\\+${separator}*[1-9](?:${separator}*[0-9]){5,14}${separator}*$`),
    'must be a phone number with + and country code, such as +14155550123',
  )
  .transform((value) => value.replace(separators, ''));

export const emailInput = z.email().max(254);

export const webUrlInput = z
  .url({ protocol: /^https?$/ })
  .regex(/^\s*[hH][tT][tT][pP][sS]?:\/\/[^\s/?#\\]/, 'must be an absolute http or https URL')
  .max(2_000);
