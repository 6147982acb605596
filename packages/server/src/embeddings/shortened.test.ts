import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('does not shorten a text of at most 512 tokens', () => {
  for (const text of ['', 'a'.repeat(1_100), 'ß'.repeat(600), '送'.repeat(400)]) {
    expect(shortened(text)).toBe(text);
  }
});

test('shortens a longer text by the weight of its characters', () => {
  expect(shortened('a'.repeat(5_000)).length).toBeLessThan(1_200);
  expect(shortened('送'.repeat(5_000))).toHaveLength(400);
});

test('never splits a character, and replaces lone surrogates', () => {
  expect(shortened('😀'.repeat(500))).toBe('😀'.repeat(400));
  expect(shortened('a\ud83d b\ude00')).toBe('a\ufffd b\ufffd');
});
