import * as z from 'zod';

export const separators = /[\s().-]/g;

/** The schema of a phone number with country code. Separators are removed when it is parsed. */
export const phoneInput = z
  .string()
  .regex(
    /^[\s().-]*\+[\s().-]*[1-9](?:[\s().-]*[0-9]){5,14}[\s().-]*$/,
    'must be a phone number with + and country code, such as +14155550123',
  )
  .transform((value) => value.replace(separators, ''));

export const emailInput = z.email().max(254);

export const webUrlInput = z
  .url({ protocol: /^https?$/ })
  .regex(/^\s*[hH][tT][tT][pP][sS]?:\/\/[^\s/?#\\]/, 'must be an absolute http or https URL')
  .max(2_000);
