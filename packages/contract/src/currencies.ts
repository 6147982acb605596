import * as z from 'zod';

/** Currency in a request. Codes that ISO 4217 adds later pass as well. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217 code, such as `BRL`.');

export const currencyExamples = { currencyCode: 'BRL' } as const;
