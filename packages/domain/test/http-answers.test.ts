import { expect, test } from 'vitest';
import { retryAfterSeconds, snippetOf } from '../src/index.ts';

test('no body has no snippet', () => {
  expect(snippetOf(Buffer.from(''))).toBeNull();
});

test('the snippet of a short response is all of it', () => {
  expect(snippetOf(Buffer.from('{"ok":true}'))).toBe('{"ok":true}');
  expect(snippetOf(Buffer.from('não 👋'))).toBe('não 👋');
});

test.each([
  ['one byte', 'x', 1_024],
  ['two bytes', 'é', 512],
  ['three bytes', '€', 341],
  ['four bytes', '👋', 256],
])(
  'the snippet of a long response in characters of %s ends with a whole character',
  (_name, character, count) => {
    expect(snippetOf(Buffer.from(character.repeat(2_000)))).toBe(character.repeat(count));
  },
);

test('invalid UTF-8 becomes replacement characters, and the snippet has at most 1 kB', () => {
  const snippet = snippetOf(Buffer.alloc(2_000, 0xff)) ?? '';
  expect(snippet).toBe('\ufffd'.repeat(341));
  expect(Buffer.byteLength(snippet)).toBeLessThanOrEqual(1_024);
});

test('NUL, which Postgres does not store, is replaced', () => {
  expect(snippetOf(Buffer.from('a\0b'))).toBe('a\ufffdb');
  expect(Buffer.byteLength(snippetOf(Buffer.alloc(2_000)) ?? '')).toBeLessThanOrEqual(1_024);
});

const nowMs = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['120', 120],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['1000000', 86_400],
  ['soon', null],
  ['2026', 2_026],
  ['', null],
  [undefined, null],
])('reads Retry-After %j as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, nowMs)).toBe(seconds);
});
