import { expect, test } from 'vitest';
import { createRandom, noise } from '../../test/noise.ts';
import { termsOf } from '../text/analyze.ts';
import { excerptLength, excerptOf } from './snippet.ts';

const filler = 'Nothing of interest is said here. '.repeat(30);
const weights = new Map([
  ['refund', 5],
  ['card', 4],
  ['day', 2],
]);

test('the excerpt starts at a sentence where most query words occur together', () => {
  const text = `${filler}A card is a card. ${filler}You get a refund within 30 days. Refunds go to your card. ${filler}`;
  const { text: excerpt, highlights } = excerptOf(text, 'en', weights);
  expect(excerpt).toMatch(/^…You get a refund within 30 days\./);
  expect(excerpt).toMatch(/…$/);
  expect(highlights.map(([start, end]) => excerpt.slice(start, end))).toEqual([
    'refund',
    'days',
    'Refunds',
    'card',
  ]);
});

test('shows a short text completely', () => {
  expect(excerptOf('Refunds take a week.', 'en', weights)).toEqual({
    text: 'Refunds take a week.',
    highlights: [[0, 7]],
  });
});

test('merges overlapping highlights', () => {
  expect(
    excerptOf(
      '返品方法',
      'none',
      new Map([
        ['返品', 1],
        ['品方', 1],
      ]),
    ).highlights,
  ).toEqual([[0, 3]]);
});

test('highlights are in order, on whole words, and never split a character', () => {
  const random = createRandom(11);
  for (let count = 0; count < 2_000; count += 1) {
    const source = Array.from({ length: 6 }, () => noise(random))
      .join(' ')
      .replace(/\p{Cs}/gu, '');
    const terms = termsOf(source, 'en').filter(() => random() < 0.2);
    const { text, highlights } = excerptOf(
      source,
      'en',
      new Map(terms.map(({ term }) => [term, 1])),
    );
    expect(text).not.toMatch(/\p{Cs}/u);
    expect(text.length).toBeLessThanOrEqual(Math.max(excerptLength + 2, 0));
    let last = 0;
    for (const [start, end] of highlights) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(text.slice(start, end)).not.toMatch(/\p{Cs}/u);
      last = end;
    }
  }
});
