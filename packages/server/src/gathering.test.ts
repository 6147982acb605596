import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Gathering } from './gathering.ts';

const limits = { mostMs: 40, manyPerSecond: 400, enough: 20 };

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** The wait after an item that begins when others have come in the same moment. */
function waitAfter(others: number): number {
  const gathering = new Gathering(limits);
  gathering.count(others);
  gathering.begin(1);
  return gathering.waitMs();
}

test('later work waits longer the more items come, but not longer than enough of them need', () => {
  expect(waitAfter(0)).toBe(0);
  // Each counts for half a second: 200, 400, 1,000 and 2,000 items per second.
  expect(waitAfter(99)).toBe(10);
  expect(waitAfter(199)).toBe(40);
  expect(waitAfter(499)).toBe(20);
  expect(waitAfter(999)).toBe(10);
});

test('later work does not wait after enough items, nor long after many', () => {
  const gathering = new Gathering(limits);
  gathering.begin(199);
  expect(gathering.waitMs()).toBe(0);
  gathering.begin(1);
  expect(gathering.waitMs()).toBe(40);
  vi.advanceTimersByTime(30);
  expect(gathering.waitMs()).toBe(10);
  vi.advanceTimersByTime(5_000);
  gathering.begin(1);
  expect(gathering.waitMs()).toBe(0);
});
