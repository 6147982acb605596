import { expect, test } from 'vitest';
import { paceOf } from '../src/index.ts';

test('without a limit no attempt waits', () => {
  expect(paceOf(null)).toBeNull();
});

test.each([1, 2, 3, 7, 9, 10, 11, 15, 19, 25, 99, 100, 333, 999, 1_000])(
  'at most %i attempts start per second, and nearly as many',
  (maxPerSecond) => {
    const { burst, spacingUs } = paceOf(maxPerSecond) ?? { burst: 0, spacingUs: 0 };
    const taken: number[] = [];
    for (let atUs = 0; atUs < 5_000_000; ) {
      for (let n = 0; n < burst; n += 1) taken.push(atUs);
      // As a claim rounds: to whole milliseconds, up.
      atUs += Math.ceil((spacingUs * burst) / 1_000) * 1_000;
    }
    const inSecondFrom = (from: number) =>
      taken.filter((at) => at >= from && at < from + 1_000_000).length;
    const most = Math.max(...taken.map(inSecondFrom));
    expect(most).toBeLessThanOrEqual(maxPerSecond);
    expect(most).toBeGreaterThanOrEqual(0.8 * maxPerSecond);
  },
);
