import { expect } from 'vitest';
import { cpuOf, longestHold } from './longest-hold.ts';

/** Fails when the work holds the loop for as long as `mostMs` in each of `tries` runs. */
export async function expectShortHold(
  work: () => Promise<unknown>,
  { tries, mostMs }: { tries: number; mostMs: number },
): Promise<void> {
  await expectBelow(mostMs, tries, () => longestHold(work));
}

/**
 * Fails when each of `tries` measurements is `mostMs` or more, on a machine as fast as the one of the reference. The
 * message of the failure begins with `what`.
 */
export async function expectBelow(
  mostMs: number,
  tries: number,
  measure: () => number | Promise<number>,
  what?: string,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && least >= mostMs; round += 1) {
    const measured = await measure();
    least = Math.min(least, measured < mostMs ? measured : measured / slowness());
  }
  expect(least, what).toBeLessThan(mostMs);
}

/** The milliseconds of CPU of `work` on the machine for which the bounds of the tests were chosen. */
const referenceMs = 8;

/** How many times slower than that machine this one is now: from 1 to 3, so that work of seconds fails everywhere. */
function slowness(): number {
  const rounds = Array.from({ length: 5 }, () => cpuOf(work)).sort((a, b) => a - b);
  const [, , median = referenceMs] = rounds;
  return Math.min(3, Math.max(1, median / referenceMs));
}

function work(): number {
  const texts = Array.from({ length: 20_000 }, (_, n) => ({ n, text: `text ${n} of many` }));
  return JSON.parse(JSON.stringify(texts)).filter(({ text }: { text: string }) => /9 of/.test(text))
    .length;
}
