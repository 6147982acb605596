import * as z from 'zod';
import { splitFilter } from './filter-values.ts';
import { timestampInput } from './timestamps.ts';

/**
 * Returns the schema of a whole number in a query string. Only decimal digits are accepted: `1e1`, `0x10` and ` 5` are
 * refused.
 */
export function integer<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    // A fraction such as `1.5` is refused as a number that is not whole.
    (value) =>
      typeof value === 'string' && /^-?\d{1,15}(?:\.\d{0,9}[1-9])?$/.test(value)
        ? Number(value)
        : value,
    schema,
  );
}

/** Returns the schema of a number in a query string: as in JSON, or without the zero before the decimal point. */
export function decimal<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' &&
      /^-?(?:\d{1,15}(?:\.\d{1,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/i.test(value)
        ? Number(value)
        : value,
    schema,
  );
}

/** The schema of `true` or `false` in a query string. */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/**
 * Returns the schema of a filter that accepts several values, comma-separated or repeated. A `\` before a comma makes it
 * part of the value. A record with any of the values matches.
 */
export function anyOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) =>
      value === undefined
        ? value
        : (Array.isArray(value) ? value : [value]).flatMap((part) =>
            typeof part === 'string' ? splitFilter(part) : [part],
          ),
    z.array(item).min(1).max(100),
  );
}

/** Returns the schema of `sort` for the orders that a list supports. The first one is the default. */
export function sortedBy<const Sorts extends readonly [string, ...string[]]>(...sorts: Sorts) {
  const usual = sorts[0] as Sorts[number];
  return z
    .enum<Sorts>(sorts)
    .default(usual as never)
    .describe('Order of the list. `-` before a field: from the largest to the smallest value.');
}

/** Returns the schema of a filter by texts of at most `max` characters. */
export const textFilter = (max: number) => anyOf(z.string().min(1).max(max));

/** Returns the schema of the parameter that searches texts. `where` names the fields of the records that it reads. */
export const textSearch = (where: string, more = '') =>
  z
    .string()
    .max(200)
    .optional()
    .describe(`Text to find in ${where}. Case and accents are ignored.${more}`);

/** Returns the schema of a search that finds a contact by each form of its phone number. */
export const contactSearch = (where: string) =>
  textSearch(where, ' A phone number with country code finds each of its forms.');

/** Returns the schema of a filter by IDs. A malformed ID is no error: no record matches it. */
export const idFilter = () => textFilter(64);

/**
 * The schemas of ranges over the creation time. Every list of records with `createdAt` has them, except deliveries (they
 * have `since` and `until`) and the contacts of a segment. `after` is inclusive, `before` is exclusive.
 */
export const createdRange = {
  createdAfter: timestampInput.optional().describe('Only records created at this time or later.'),
  createdBefore: timestampInput.optional().describe('Only records created before this time.'),
};
/** The schemas of ranges over both times, for lists of records with `updatedAt`. */
export const timeRanges = {
  ...createdRange,
  updatedAfter: timestampInput
    .optional()
    .describe('Only records last changed at this time or later.'),
  updatedBefore: timestampInput.optional().describe('Only records last changed before this time.'),
};
