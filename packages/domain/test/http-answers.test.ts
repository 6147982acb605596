import { expect, test } from 'vitest';
import { retryAfterSeconds, snippetOf } from '../src/index.ts';

test('of nothing there is no beginning', () => {
  expect(snippetOf(Buffer.from(''))).toBeNull();
});

test('a short answer is told whole', () => {
  expect(snippetOf(Buffer.from('{"ok":true}'))).toBe('{"ok":true}');
  expect(snippetOf(Buffer.from('não 👋'))).toBe('não 👋');
});

test.each([
  ['one byte', 'x', 1_024],
  ['two bytes', 'é', 512],
  ['three bytes', '€', 341],
  ['four bytes', '👋', 256],
])('a long answer in characters of %s ends with a whole one', (_name, character, count) => {
  expect(snippetOf(Buffer.from(character.repeat(2_000)))).toBe(character.repeat(count));
});

test('bytes that are no text become replacements, and the whole stays within a kilobyte', () => {
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
])('Retry-After %j asks for %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, nowMs)).toBe(seconds);
});
