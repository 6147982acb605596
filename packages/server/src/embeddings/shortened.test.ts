import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('a text that a model of 512 tokens takes stays as it is', () => {
  for (const text of ['', 'a'.repeat(1_100), 'ß'.repeat(600), '送'.repeat(400)]) {
    expect(shortened(text)).toBe(text);
  }
});

test('a longer one is cut, the sooner the more its characters weigh', () => {
  expect(shortened('a'.repeat(5_000)).length).toBeLessThan(1_200);
  expect(shortened('送'.repeat(5_000))).toHaveLength(400);
});

test('no character is cut in two, and halves of characters are replaced', () => {
  expect(shortened('😀'.repeat(500))).toBe('😀'.repeat(400));
  expect(shortened('a\ud83d b\ude00')).toBe('a\ufffd b\ufffd');
});
