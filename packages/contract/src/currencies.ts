import * as z from 'zod';

/** The schema of a currency in a request. It also accepts codes that ISO 4217 adds later. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code of three capital letters, such as BRL')
  .describe('ISO 4217 code, such as `BRL`.');

export const currencyExamples = { currencyCode: 'BRL' } as const;
