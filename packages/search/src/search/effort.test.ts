import { expect, test } from 'vitest';
import { Effort } from './effort.ts';

test('the searches of one request share its limits', () => {
  const [only, first, second] = [new Effort(), new Effort(2), new Effort(2)];
  expect([only.take('guesses', 8_000), only.isApproximate]).toEqual([true, false]);
  for (const shared of [first, second]) {
    expect([shared.take('guesses', 4_000), shared.isApproximate]).toEqual([true, false]);
  }
  for (const spent of [only, first, second]) {
    expect([spent.take('guesses'), spent.isApproximate]).toEqual([false, true]);
  }
});
