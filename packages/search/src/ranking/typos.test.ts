import { expect, test } from 'vitest';
import { createRandom } from '../../test/noise.ts';
import { correctionsOf, distance, otherBeginnings, spelling, splitsOf, typosIn } from './typos.ts';

/** Returns the distance by its textbook definition, without optimizations. */
function plainDistance(a: string, b: string): number {
  const cost = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => cost[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1;
      const row = cost[i];
      if (!row) continue;
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}

test('the edit distance matches its definition, up to the limit', () => {
  const random = createRandom(5);
  const word = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 7) },
      () => 'abc'[Math.floor(random() * 3)],
    ).join('');
  for (let count = 0; count < 5_000; count += 1) {
    const [a, b] = [word(), word()];
    const real = plainDistance(a, b);
    for (const max of [1, 2]) {
      expect(distance(a, b, max), `${a} ${b}`).toBe(Math.min(real, max + 1));
    }
  }
});

test('longer words allow more typos; numbers and codes allow none', () => {
  expect(['to', 'cat', 'parcels', 'shipping', 'x1', '2024', '東京'].map(typosIn)).toEqual([
    0, 1, 1, 2, 0, 0, 0,
  ]);
});

const spelled = (word: string, documents = 1) => spelling(word, documents, word);
const freely = { mayCompare: () => true };

test('uses the nearest three corrections, the more common first', () => {
  const spellings = [
    spelled('pack', 9),
    spelled('park', 2),
    spelled('pork', 5),
    spelled('dark', 50),
  ];
  expect(
    correctionsOf('parx', [...spellings, spelled('part', 1)], freely).map(({ term }) => term),
  ).toEqual(['park', 'part']);
  expect(correctionsOf('perk', spellings, freely).map(({ term }) => term)).toEqual([
    'pork',
    'park',
  ]);
  expect(
    correctionsOf('shippping', [spelled('shopping', 99), spelled('shipping', 1)], freely),
  ).toEqual([
    { term: 'shipping', documents: 1, distance: 1 },
    { term: 'shopping', documents: 99, distance: 2 },
  ]);
});

test('corrects a typo in the first character', () => {
  for (const mistyped of ['assword', 'apssword', 'qassword', 'xpassword']) {
    expect(otherBeginnings(mistyped), mistyped).toContain('password');
  }
  expect(otherBeginnings('abc')).toEqual([]);
});

test('splits words written as one', () => {
  expect(splitsOf('facemask')).toContainEqual(['face', 'mask']);
  expect(splitsOf('wifi')).toEqual([['wi', 'fi']]);
  expect(splitsOf('abc')).toEqual([]);
});
