import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RateLimit } from '../src/core/headers.ts';
import { RateLimiter, rateLimiterFor } from '../src/core/rate-limiter.ts';
import { aborted, timedOut } from '../src/core/time-limit.ts';

const ignore = () => {};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limit = (remaining: number, resetSeconds = 1): RateLimit => ({
  limit: 20,
  remaining,
  resetSeconds,
  windowSeconds: 1,
});

function enterMany(limiter: RateLimiter, count: number): number[] {
  return Array.from({ length: count }, () => limiter.tryEnter()).filter(
    (ticket) => ticket !== undefined,
  );
}

test('at most eight requests are in flight while the quota is unknown', () => {
  expect(enterMany(new RateLimiter(), 20)).toHaveLength(8);
});

test('as many requests are in flight as the quota admits', () => {
  const limiter = new RateLimiter();
  const [first] = enterMany(limiter, 8);
  limiter.leave(first as number, { answered: true, rateLimit: limit(19) });
  expect(enterMany(limiter, 100)).toHaveLength(12);
});

test('at most 64 requests are in flight', () => {
  const limiter = new RateLimiter();
  limiter.leave(limiter.tryEnter() as number, { answered: true, rateLimit: limit(600) });
  expect(enterMany(limiter, 100)).toHaveLength(64);
});

test('an out-of-order response does not raise the limit', () => {
  const limiter = new RateLimiter();
  const [early, late] = enterMany(limiter, 2) as [number, number];
  limiter.leave(late, { answered: true, rateLimit: limit(2) });
  limiter.leave(early, { answered: true, rateLimit: limit(9) });
  expect(enterMany(limiter, 20)).toHaveLength(2);
});

test('sends nothing while the quota is empty, then one request, then as many as admitted', async () => {
  const limiter = new RateLimiter();
  limiter.leave(limiter.tryEnter() as number, { answered: true, rateLimit: limit(0, 2) });
  const started: number[] = [];
  for (let i = 0; i < 5; i++) {
    void limiter
      .enter(false, 10_000, undefined, ignore)
      .then((ticket) => started.push(ticket as number));
  }
  await vi.advanceTimersByTimeAsync(1_999);
  expect(started).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2);
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toHaveLength(1);
  limiter.leave(started[0] as number, { answered: true, rateLimit: limit(3) });
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toHaveLength(4);
});

test('without quota headers, the limit doubles from one after a 429', async () => {
  const limiter = new RateLimiter();
  limiter.leave(limiter.tryEnter() as number, { answered: true, pauseMs: 1_000 });
  expect(limiter.tryEnter()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  for (const width of [1, 2, 4, 8, 8]) {
    const tickets = enterMany(limiter, 20);
    expect(tickets).toHaveLength(width);
    for (const ticket of tickets) limiter.leave(ticket, { answered: true });
  }
});

test('a lost connection changes nothing', () => {
  const limiter = new RateLimiter();
  for (const ticket of enterMany(limiter, 8)) limiter.leave(ticket, { answered: false });
  expect(enterMany(limiter, 20)).toHaveLength(8);
});

test('serves callers in order, refused ones first', async () => {
  const limiter = new RateLimiter();
  limiter.leave(limiter.tryEnter() as number, { answered: true, pauseMs: 1_000 });
  const order: string[] = [];
  const wait = async (name: string, again: boolean): Promise<void> => {
    const ticket = await limiter.enter(again, 10_000, undefined, ignore);
    order.push(name);
    limiter.leave(ticket as number, { answered: true, rateLimit: limit(5) });
  };
  const all = [
    wait('new 1', false),
    wait('new 2', false),
    wait('refused 1', true),
    wait('refused 2', true),
  ];
  await vi.advanceTimersByTimeAsync(1_001);
  await Promise.all(all);
  expect(order).toEqual(['refused 1', 'refused 2', 'new 1', 'new 2']);
});

describe('a caller who cannot wait', () => {
  test.each([
    ['longer than a minute', 120_000, 90_000],
    ['longer than the caller has', 4_000, 5_000],
    ['with a fraction of a millisecond', 4_000, 5_000.25],
  ])('for a pause %s rejects at once', async (_, waitMs, pauseMs) => {
    const limiter = new RateLimiter();
    const ticket = limiter.tryEnter() as number;
    enterMany(limiter, 7);
    const queued = limiter.enter(false, waitMs, undefined, ignore);
    limiter.leave(ticket, { answered: true, pauseMs });
    const refused = { retryAfterMs: Math.ceil(pauseMs), waiting: 0 };
    expect(await queued).toEqual(refused);
    expect(await limiter.enter(false, waitMs, undefined, ignore)).toEqual(refused);
  });

  test('leaves at its deadline or abort, and no timer remains', async () => {
    const limiter = new RateLimiter();
    limiter.leave(limiter.tryEnter() as number, { answered: true, pauseMs: 10_000 });
    const controller = new AbortController();
    const patient = limiter.enter(false, 20_000, controller.signal, ignore);
    controller.abort();
    expect(await patient).toBe(aborted);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    enterMany(limiter, 8);
    const impatient = limiter.enter(false, 50, undefined, ignore);
    await vi.advanceTimersByTimeAsync(50);
    expect(await impatient).toBe(timedOut);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not delay the callers behind it', async () => {
    const limiter = new RateLimiter();
    const tickets = enterMany(limiter, 8);
    const controller = new AbortController();
    const gone = limiter.enter(false, 10_000, controller.signal, ignore);
    const next = limiter.enter(false, 10_000, undefined, ignore);
    controller.abort();
    limiter.leave(tickets[0] as number, { answered: true });
    expect(await gone).toBe(aborted);
    expect(await next).toBe(8);
  });
});

test('ten thousand waiting calls are served once each', async () => {
  const limiter = new RateLimiter();
  let served = 0;
  const calls = Array.from({ length: 10_000 }, async () => {
    const ticket = limiter.tryEnter() ?? (await limiter.enter(false, 60_000, undefined, ignore));
    served += 1;
    await Promise.resolve();
    limiter.leave(ticket as number, { answered: true });
  });
  await Promise.all(calls);
  expect(served).toBe(10_000);
  expect(limiter.idle).toBe(true);
});

test('calls with the same server, key and fetch share a limiter', () => {
  const fetch = vi.fn();
  const one = rateLimiterFor(undefined, 'http://a', 'key');
  expect(rateLimiterFor(undefined, 'http://a', 'key')).toBe(one);
  expect(rateLimiterFor(undefined, 'http://a', 'other')).not.toBe(one);
  expect(rateLimiterFor(undefined, 'http://b', 'key')).not.toBe(one);
  expect(rateLimiterFor(fetch, 'http://a', 'key')).not.toBe(one);
  expect(rateLimiterFor(fetch, 'http://a', 'key')).toBe(rateLimiterFor(fetch, 'http://a', 'key'));
});
