import { expect, test } from 'vitest';
import { mapInTurns } from './in-turns.ts';

test('long work runs in order and yields to other work', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  const busy = (item: number) => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    return item * 2;
  };
  const results = await mapInTurns([1, 2, 3, 4, 5, 6, 7, 8], busy);
  clearInterval(counting);
  expect(results).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  expect(turns).toBeGreaterThan(1);
});

test('short work runs without yielding', async () => {
  expect(await mapInTurns([], (item) => item)).toEqual([]);
  expect(await mapInTurns(new Set(['a']), (item) => item)).toEqual(['a']);
});
