import { describe, expect, test } from 'vitest';
import { type Breaker, closedBreaker, countAttempt } from '../src/index.ts';

const minute = 60_000;
const start = 1_795_000_000_000;

/** Attempts as `o` for one that was delivered and `x` for one that failed. */
function count(results: string, nowMs: number, before: Breaker = closedBreaker()): Breaker {
  return [...results].reduce((state, result) => countAttempt(state, result === 'o', nowMs), before);
}

const isOpen = (state: Breaker, nowMs: number) => state.openUntilMs > nowMs;

describe('the breaker', () => {
  test.each([
    ['nine failures are too few', 'xxxxxxxxx', false],
    ['ten failures open it', 'xxxxxxxxxx', true],
    ['seven failures of ten open it', 'oooxxxxxxx', true],
    ['six failures of ten do not', 'ooooxxxxxx', false],
    ['successes alone do not', 'oooooooooooooooooooo', false],
  ])('%s', (_name, results, expected) => {
    const state = count(results, start);
    expect(isOpen(state, start)).toBe(expected);
    expect(state.maxInFlight).toBe(expected ? 1 : 4);
  });

  test('failures of more than five minutes ago do not count', () => {
    const old = count('xxxxxxxxx', start);
    const later = start + 6 * minute;
    expect(count('x', later, old)).toMatchObject({ attempts: 1, failures: 1, earlierFailures: 0 });
  });

  test('opens for 30 seconds, then allows a single attempt', () => {
    const state = count('xxxxxxxxxx', start);
    expect(state).toMatchObject({ openUntilMs: start + 30_000, maxInFlight: 1 });
  });

  test('closes and clears the failures when the single attempt succeeds', () => {
    let state = count('xxxxxxxxxx', start);
    state = count('o', start + 31_000, state);
    expect(state).toMatchObject({ openUntilMs: 0, maxInFlight: 4, attempts: 0, failures: 0 });
    state = count('xxxxxxxxx', start + 32_000, state);
    expect(state.maxInFlight).toBe(4);
  });

  test('opens again when the single attempt fails', () => {
    let state = count('xxxxxxxxxx', start);
    state = count('x', start + 31_000, state);
    expect(state).toMatchObject({ openUntilMs: start + 61_000, maxInFlight: 1 });
  });

  test('attempts in flight when it opened neither close nor extend it', () => {
    let state = count('xxxxxxxxxx', start);
    state = count('oxo', start + 29_999, state);
    expect(state).toMatchObject({ openUntilMs: start + 30_000, maxInFlight: 1 });
    expect(count('o', start + 30_000, state).maxInFlight).toBe(4);
  });

  test('ignores failures older than five minutes', () => {
    let state = count('xxxxxxxxx', start);
    state = count('x', start + 5.1 * minute, state);
    expect(state.maxInFlight).toBe(4);
  });

  test.each([
    ['count within half of the window', 2.5 * minute - 1, 2.5 * minute - 1, true],
    ['count until the end of the window', 2.5 * minute, 5 * minute - 1, true],
    ['do not count after the window', 5 * minute, 5 * minute, false],
  ])('earlier failures %s', (_title, middleMs, endMs, isCounted) => {
    let state = count('xxxxx', start);
    state = count('o', start + middleMs, state);
    state = count('xxxxxx', start + endMs, state);
    expect(state.maxInFlight).toBe(isCounted ? 1 : 4);
  });

  test('starts the second half after 2.5 minutes, so attempts of that moment count until it ends', () => {
    let state = count('o', start);
    state = count('xxxxxxxx', start + 2.5 * minute, state);
    expect(count('xx', start + 5 * minute, state).maxInFlight).toBe(1);
  });

  test('counts failures across the middle of its window', () => {
    let state = count('xxxxx', start);
    state = count('xxxxx', start + 3 * minute, state);
    expect(state.maxInFlight).toBe(1);
  });

  test('old successes do not hide current failures', () => {
    let state = count('o'.repeat(100), start);
    state = count('x'.repeat(10), start + 6 * minute, state);
    expect(state.maxInFlight).toBe(1);
  });
});
