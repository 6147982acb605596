// All characters of Unicode, for `fc.nat(lastCharacter).map(characterAt, placeOf)`. fast-check's own unit `binary` draws
// the same ones, but needs a second of CPU in each process: it makes a table of all of them.

const surrogates = 0xd800;
const afterSurrogates = 0xe000;
const skipped = afterSurrogates - surrogates;

export const lastCharacter = 0x10ffff - skipped;

/** Returns the character at a place in the order of all code points except surrogates. */
export function characterAt(place: number): string {
  return String.fromCodePoint(place < surrogates ? place : place + skipped);
}

/** Returns the place of a character in this order: the inverse of `characterAt`. */
export function placeOf(character: unknown): number {
  const point = String(character).codePointAt(0) ?? 0;
  return point < surrogates ? point : point - skipped;
}
