import type { ValidationIssue } from '@parley/contract/schemas';

/** Messages of the server about rules that JSON Schema cannot express. */
const unsayable = [
  // Names with a meaning for the JavaScript runtime.
  /must be an IANA time zone/,
  /must be a (currency of ISO 4217|country of ISO 3166-1), such as/,
  // A pattern would need a look-ahead, which the patterns of some languages do not have.
  /must be a phone number without decimals, such as/,
  // Limits on the bytes of all keys and values together, and names that differ only by case.
  /must have at most 20 keys and 4 KB$/,
  /must have at most 10 headers/,
  // Hosts that only a URL parser can read: numbers, encoded characters and other alphabets.
  /must be an absolute https URL without credentials( or fragment)?$/,
  /must be a URL$/,
  /must be an https:\/\/ URL$/,
  // Bytes of all values together, with those that the record has.
  /must have at most [\d,]+ bytes of JSON$/,
  // Classes of characters that few languages know.
  /must be one emoji$/,
  /must have a visible character$/,
  // Dates that do not exist, and times that an offset moves out of the years.
  /must be a time in the years 0000 to 9999 UTC$/,
  // Near the limits of a double, validators judge `multipleOf` differently.
  /must have at most 4 decimals$/,
  // The order of times.
  /must end after it begins$/,
  /must begin when the range before it ends, or later$/,
  // Rules of all JSON.
  /must be Unicode text without NUL$/,
  /must have at most \d+ levels of nesting$/,
  /must be removed: this key is not allowed$/,
  /must have at most 15,000 values$/,
  /must have at most 1,000 fields$/,
];

/** Paths of values that the OpenAPI document cannot describe: the tenant's custom fields, and the bytes of a file. */
const decidedElsewhere = /^((items\.\d+\.)?customFields\.|file$)/;

/** Returns whether the OpenAPI document predicts that the server refuses a value. */
export function isForeseeable({
  path,
  message,
}: Pick<ValidationIssue, 'path' | 'message'>): boolean {
  return !decidedElsewhere.test(path) && !unsayable.some((rule) => rule.test(message));
}
