import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aborted, timedOut, withTimeLimit } from '../src/core/time-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): undefined => undefined;

describe('withTimeLimit', () => {
  test('returns the result of the work and leaves no timer', async () => {
    const answer = withTimeLimit<string>(1_000, undefined, (done) => {
      done('here');
      return undefined;
    });
    expect(await answer).toBe('here');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects at the limit, even when the work cannot be aborted', async () => {
    const stop = vi.fn();
    const answer = withTimeLimit(1_000, undefined, () => stop);
    await vi.advanceTimersByTimeAsync(999);
    expect(stop).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(stop).toHaveBeenCalledOnce();
    expect(await answer).toBe(timedOut);
  });

  test('rejects at once when the signal fires', async () => {
    const controller = new AbortController();
    const stop = vi.fn();
    const answer = withTimeLimit(1_000, controller.signal, () => stop);
    controller.abort();
    expect(stop).toHaveBeenCalledOnce();
    expect(await answer).toBe(aborted);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not start when the signal has already fired', async () => {
    const start = vi.fn(never);
    expect(await withTimeLimit(1_000, AbortSignal.abort(), start)).toBe(aborted);
    expect(start).not.toHaveBeenCalled();
  });

  test('a wait longer than the maximum of a timer does not end at once', async () => {
    const ended = vi.fn();
    void withTimeLimit(Number.POSITIVE_INFINITY, undefined).then(ended);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('listeners', () => {
  test('there is one listener on a signal while many wait, and none afterwards', async () => {
    const { signal } = new AbortController();
    const waits = Array.from({ length: 50 }, () => withTimeLimit(100, signal));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(waits);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('all waiting calls reject when the signal fires', async () => {
    const controller = new AbortController();
    const waits = Array.from({ length: 20 }, () => withTimeLimit(100, controller.signal));
    controller.abort();
    expect(new Set(await Promise.all(waits))).toEqual(new Set([aborted]));
  });
});
