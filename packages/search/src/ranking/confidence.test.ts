import { expect, test } from 'vitest';
import { confidenceFrom, confidenceOf, likelihoods } from './confidence.ts';

const plain = { exact: new Set<string>(), isVague: false };
const scores = (...fits: number[]) =>
  likelihoods(
    fits.map((score, place) => ({ id: `faq-${place}`, score })),
    plain,
  ).map(({ score }) => score);

test('what fits well and leads is surely meant, what is beside its equal is not', () => {
  expect(scores(0.8, 0.2)[0]).toBeGreaterThanOrEqual(confidenceFrom.high);
  expect(scores(0.8, 0.78)[0]).toBeLessThan(confidenceFrom.high);
});

test('a lead over nothing is no reason where little fits', () => {
  expect(scores(0.3)[0]).toBeLessThan(confidenceFrom.medium);
});

test('the order stays, all scores lie between 0 and 1, and only the first can be surely meant', () => {
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

test('whoever asks in the words of a question means it, others come after', () => {
  const records = [
    { id: 'a', score: 0.9 },
    { id: 'b', score: 0.7 },
  ];
  const ranked = likelihoods(records, { ...plain, exact: new Set(['b']) });
  expect(ranked[0]).toEqual({ id: 'b', score: 1 });
  expect(ranked[1]?.score).toBeLessThan(confidenceFrom.high);
  expect(confidenceOf(1, true)).toBe('exact');
});

test('a query of words that every question has is never surely understood', () => {
  const [only] = likelihoods([{ id: 'a', score: 0.7 }], { ...plain, isVague: true });
  expect(only?.score).toBeLessThan(confidenceFrom.medium);
});

test('the names of confidence begin at their scores', () => {
  expect([0.99, 0.75, 0.7499, 0.45, 0.4499, 0].map((score) => confidenceOf(score, false))).toEqual([
    'high',
    'high',
    'medium',
    'medium',
    'low',
    'low',
  ]);
});
