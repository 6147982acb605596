import type { ValidationIssue } from '@parley/contract/schemas';

/** Messages of the server for rules that JSON Schema cannot express. */
const unsayable = [
  // Names that the runtime knows.
  /must be an IANA time zone/,
  // Bytes of all keys and values together, and names that differ by their case alone.
  /must have at most 20 keys and 4 KB$/,
  /must have at most 10 headers/,
  // What only a parser of URLs can read: numbers, encoded characters and other alphabets in the name of a host.
  /must be an absolute https URL without credentials or fragment$/,
  /must be a URL$/,
  // A date that the calendar does not have, and one that an offset moves out of the years.
  /must be a time in the years 0000 to 9999 UTC$/,
  // Rules of all JSON.
  /must be Unicode text without NUL$/,
  /must have at most \d+ levels of nesting$/,
  /must be removed: this key is not allowed$/,
  /must have at most 15,000 values$/,
  /must have at most 1,000 fields$/,
];

/** Whether the OpenAPI document predicts this refusal of a value. */
export function isForeseeable({ message }: Pick<ValidationIssue, 'message'>): boolean {
  return !unsayable.some((rule) => rule.test(message));
}
