import { addressVariants } from '@parley/contract/schemas';
import { phoneForms, type StoredContact, type StoredIdentity } from './contacts.ts';

/** Returns all forms of all addresses of a contact. */
export function addressForms(
  { phone }: Pick<StoredContact, 'phone'>,
  identities: readonly StoredIdentity[],
): string[] {
  const own = phone === null ? [] : phoneForms(phone);
  return [...identities.flatMap(addressVariants), ...own];
}

const idPattern = /^[a-z]+_[0-9A-Z]{26}$/;
const idsInText = /_[0-9A-Z]{26}/g;

/** The length of an address from which it is also searched within longer values. */
const leastWithin = 6;

/** Tells whether a JSON text contains traces of a contact. */
export interface Traces {
  hasId(text: string): boolean;
  hasAddress(text: string): boolean;
}

/**
 * Returns the search for some IDs and addresses. It finds an address only as a whole word, and a short one only as a
 * whole value: the address `1` is a part of nearly every text. It finds IDs in a set, because a contact may have very
 * many.
 */
export function tracesOf(texts: readonly string[]): Traces {
  const ids = texts.filter((text) => idPattern.test(text));
  const endings = new Set(ids.map((id) => id.slice(-27)));
  const addresses = texts.filter((text) => !idPattern.test(text)).map(addressSearch);
  return {
    hasId: (text) => (text.match(idsInText) ?? []).some((ending) => endings.has(ending)),
    hasAddress: (text) =>
      addresses.some(({ written, pattern }) => text.includes(written) && pattern.test(text)),
  };
}

// A line break before a word is written as `\n`, and this `n` is no part of the word.
const wordStart = String.raw`(?:(?<![\p{L}\p{N}])|(?<=\\(?:[bfnrt]|u[\da-f]{4})))`;
const wordEnd = String.raw`(?![\p{L}\p{N}])`;
const valueStart = String.raw`(?<!\\)"\+?`;
/** The end of a value that is no key. */
const valueEnd = String.raw`"(?!\s*:)`;

function addressSearch(address: string): { written: string; pattern: RegExp } {
  const written = JSON.stringify(address).slice(1, -1);
  const escaped = written.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const isShort = address.length < leastWithin;
  const [start, end] = isShort ? [valueStart, valueEnd] : [wordStart, wordEnd];
  return { written, pattern: new RegExp(`${start}${escaped}${end}`, 'u') };
}
