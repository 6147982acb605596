import { expect, test } from 'vitest';
import { confidenceFrom, confidenceOf, likelihoods } from './confidence.ts';

const plain = { exact: new Set<string>(), isVague: false };
const scores = (...fits: number[]) =>
  likelihoods(
    fits.map((score, place) => ({ id: `faq-${place}`, score })),
    plain,
  ).map(({ score }) => score);

test('a good match with a lead has high confidence; equal matches do not', () => {
  expect(scores(0.8, 0.2)[0]).toBeGreaterThanOrEqual(confidenceFrom.high);
  expect(scores(0.8, 0.78)[0]).toBeLessThan(confidenceFrom.high);
});

test('a lead does not give high confidence to a weak match', () => {
  expect(scores(0.3)[0]).toBeLessThan(confidenceFrom.medium);
});

test('keeps the order and scores between 0 and 1, and only the first match can have high confidence', () => {
  for (let first = 0; first <= 1; first += 0.05) {
    for (let second = 0; second <= first; second += 0.05) {
      const [a = 0, b = 0] = scores(first, second);
      expect(a).toBeGreaterThanOrEqual(b);
      expect(b).toBeGreaterThanOrEqual(0);
      expect(a).toBeLessThan(1);
      expect(b).toBeLessThan(confidenceFrom.high);
    }
  }
});

test('a question in the same words is the exact match, others follow', () => {
  const records = [
    { id: 'a', score: 0.9 },
    { id: 'b', score: 0.7 },
  ];
  const ranked = likelihoods(records, { ...plain, exact: new Set(['b']) });
  expect(ranked[0]).toEqual({ id: 'b', score: 1 });
  expect(ranked[1]?.score).toBeLessThan(confidenceFrom.high);
  expect(confidenceOf(1, true)).toBe('exact');
});

test('a query of words in every question never has high confidence', () => {
  const [only] = likelihoods([{ id: 'a', score: 0.7 }], { ...plain, isVague: true });
  expect(only?.score).toBeLessThan(confidenceFrom.medium);
});

test('each confidence level starts at its score', () => {
  expect([0.99, 0.75, 0.7499, 0.45, 0.4499, 0].map((score) => confidenceOf(score, false))).toEqual([
    'high',
    'high',
    'medium',
    'medium',
    'low',
    'low',
  ]);
});
