import * as z from 'zod';
import { anyOf } from './query.ts';

const form = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code of three capital letters, such as BRL');

/**
 * Returns the schema of a filter by currencies. It accepts every code of three letters, because records of earlier
 * versions can have a code that does not exist.
 */
export const currencyFilter = () => anyOf(form);

/** The schema of a currency that is stored. It accepts the currencies that the data of the JavaScript runtime has. */
export const currencyCode = form
  .refine(isCurrency, {
    message: 'must be a currency of ISO 4217, such as BRL',
    params: { code: 'invalid_format' },
  })
  .describe('ISO 4217 code, such as `BRL`.');

/** Codes of ISO 4217 that `Intl` does not list, such as units of account: values of contracts have them. */
const further = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XUA';
let currencies: ReadonlySet<string> | undefined;

function isCurrency(code: string): boolean {
  currencies ??= new Set([...Intl.supportedValuesOf('currency'), ...further.split(' ')]);
  return currencies.has(code);
}

export const currencyExamples = { currencyCode: 'BRL' } as const;
