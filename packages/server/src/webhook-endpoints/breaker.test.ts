import { describe, expect, test } from 'vitest';
import type { LaneState } from '../webhook-deliveries/statements/settle-deliveries.ts';
import { countAttempt } from './breaker.ts';

const minute = 60_000;
const start = 1_795_000_000_000;

/** Attempts as `o` for one that was delivered and `x` for one that failed. */
function count(state: LaneState, results: string, nowMs: number, apartMs = 0): void {
  [...results].forEach((result, index) => {
    countAttempt(state, result === 'o', nowMs + index * apartMs);
  });
}

function lane(): LaneState {
  return {
    enabled: 1,
    max_in_flight: 4,
    open_until: 0,
    window_at: 0,
    attempts: 0,
    failures: 0,
    earlier_attempts: 0,
    earlier_failures: 0,
    last_delivery_at: null,
    last_success_at: null,
    failing_since: null,
    exhausted_at: null,
  };
}

const isOpen = (state: LaneState, nowMs: number) => state.open_until > nowMs;

describe('the breaker', () => {
  test.each([
    ['nine failures are too few', 'xxxxxxxxx', false],
    ['ten failures open it', 'xxxxxxxxxx', true],
    ['seven failures of ten open it', 'oooxxxxxxx', true],
    ['six failures of ten do not', 'ooooxxxxxx', false],
    ['successes alone do not', 'oooooooooooooooooooo', false],
  ])('%s', (_name, results, expected) => {
    const state = lane();
    count(state, results, start);
    expect(isOpen(state, start)).toBe(expected);
    expect(state.max_in_flight).toBe(expected ? 1 : 4);
  });

  test('opens for half a minute, then lets a single attempt through', () => {
    const state = lane();
    count(state, 'xxxxxxxxxx', start);
    expect(state).toMatchObject({ open_until: start + 30_000, max_in_flight: 1 });
  });

  test('closes when the single attempt succeeds, and has forgotten the failures', () => {
    const state = lane();
    count(state, 'xxxxxxxxxx', start);
    count(state, 'o', start + 31_000);
    expect(state).toMatchObject({ open_until: 0, max_in_flight: 4, attempts: 0, failures: 0 });
    count(state, 'xxxxxxxxx', start + 32_000);
    expect(state.max_in_flight).toBe(4);
  });

  test('opens again when the single attempt fails', () => {
    const state = lane();
    count(state, 'xxxxxxxxxx', start);
    count(state, 'x', start + 31_000);
    expect(state).toMatchObject({ open_until: start + 61_000, max_in_flight: 1 });
  });

  test('what was on its way when it opened neither closes it nor prolongs it', () => {
    const state = lane();
    count(state, 'xxxxxxxxxx', start);
    count(state, 'oxo', start + 5_000);
    expect(state).toMatchObject({ open_until: start + 30_000, max_in_flight: 1 });
  });

  test('failures of more than five minutes ago do not count', () => {
    const state = lane();
    count(state, 'xxxxxxxxx', start);
    count(state, 'x', start + 5.1 * minute);
    expect(state.max_in_flight).toBe(4);
  });

  test('failures over the turn of half a window do count', () => {
    const state = lane();
    count(state, 'xxxxx', start);
    count(state, 'xxxxx', start + 3 * minute);
    expect(state.max_in_flight).toBe(1);
  });

  test('old successes do not hide that everything fails now', () => {
    const state = lane();
    count(state, 'o'.repeat(100), start);
    count(state, 'x'.repeat(10), start + 6 * minute);
    expect(state.max_in_flight).toBe(1);
  });
});
