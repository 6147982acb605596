import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aborted, timedOut } from '../src/core/deadline.ts';
import { Governor, governorFor, TooLong } from '../src/core/governor.ts';
import type { RateLimit } from '../src/core/headers.ts';

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

function enterMany(governor: Governor, count: number): number[] {
  return Array.from({ length: count }, () => governor.tryEnter()).filter(
    (ticket) => ticket !== undefined,
  );
}

test('eight requests are in flight as long as the quota is unknown', () => {
  expect(enterMany(new Governor(), 20)).toHaveLength(8);
});

test('as many are in flight as the server would admit', () => {
  const governor = new Governor();
  const [first] = enterMany(governor, 8);
  governor.leave(first as number, { answered: true, rateLimit: limit(19) });
  expect(enterMany(governor, 100)).toHaveLength(12);
});

test('never more than 64', () => {
  const governor = new Governor();
  governor.leave(governor.tryEnter() as number, { answered: true, rateLimit: limit(600) });
  expect(enterMany(governor, 100)).toHaveLength(64);
});

test('an answer that was overtaken does not raise the number', () => {
  const governor = new Governor();
  const [early, late] = enterMany(governor, 2) as [number, number];
  governor.leave(late, { answered: true, rateLimit: limit(2) });
  governor.leave(early, { answered: true, rateLimit: limit(9) });
  expect(enterMany(governor, 20)).toHaveLength(2);
});

test('nothing is sent while nothing would be admitted, then one, then as many as it tells', async () => {
  const governor = new Governor();
  governor.leave(governor.tryEnter() as number, { answered: true, rateLimit: limit(0, 2) });
  const started: number[] = [];
  for (let i = 0; i < 5; i++) {
    void governor.enter(false, 10_000, undefined).then((ticket) => started.push(ticket as number));
  }
  await vi.advanceTimersByTimeAsync(1_999);
  expect(started).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2);
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toHaveLength(1);
  governor.leave(started[0] as number, { answered: true, rateLimit: limit(3) });
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toHaveLength(4);
});

test('where only 429 speaks of a quota, the number doubles from one after the pause', async () => {
  const governor = new Governor();
  governor.leave(governor.tryEnter() as number, { answered: true, pauseMs: 1_000 });
  expect(governor.tryEnter()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  for (const width of [1, 2, 4, 8, 8]) {
    const tickets = enterMany(governor, 20);
    expect(tickets).toHaveLength(width);
    for (const ticket of tickets) governor.leave(ticket, { answered: true });
  }
});

test('a lost connection changes nothing', () => {
  const governor = new Governor();
  for (const ticket of enterMany(governor, 8)) governor.leave(ticket, { answered: false });
  expect(enterMany(governor, 20)).toHaveLength(8);
});

test('callers are served in the order they came, those that were refused first', async () => {
  const governor = new Governor();
  governor.leave(governor.tryEnter() as number, { answered: true, pauseMs: 1_000 });
  const order: string[] = [];
  const wait = async (name: string, again: boolean): Promise<void> => {
    const ticket = await governor.enter(again, 10_000, undefined);
    order.push(name);
    governor.leave(ticket as number, { answered: true, rateLimit: limit(5) });
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
  ])('for a pause %s is told at once', async (_, waitMs, pauseMs) => {
    const governor = new Governor();
    const ticket = governor.tryEnter() as number;
    enterMany(governor, 7);
    const queued = governor.enter(false, waitMs, undefined);
    governor.leave(ticket, { answered: true, pauseMs });
    expect(await queued).toBeInstanceOf(TooLong);
    const late = (await governor.enter(false, waitMs, undefined)) as TooLong;
    expect(late.retryAfterMs).toBe(pauseMs);
  });

  test('leaves when the deadline passes or the signal fires, and no timer stays', async () => {
    const governor = new Governor();
    governor.leave(governor.tryEnter() as number, { answered: true, pauseMs: 10_000 });
    const controller = new AbortController();
    const patient = governor.enter(false, 20_000, controller.signal);
    controller.abort();
    expect(await patient).toBe(aborted);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    enterMany(governor, 8);
    const impatient = governor.enter(false, 50, undefined);
    await vi.advanceTimersByTimeAsync(50);
    expect(await impatient).toBe(timedOut);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not keep the place of those behind', async () => {
    const governor = new Governor();
    const tickets = enterMany(governor, 8);
    const controller = new AbortController();
    const gone = governor.enter(false, 10_000, controller.signal);
    const next = governor.enter(false, 10_000, undefined);
    controller.abort();
    governor.leave(tickets[0] as number, { answered: true });
    expect(await gone).toBe(aborted);
    expect(await next).toBe(8);
  });
});

test('ten thousand waiting calls are served once each', async () => {
  const governor = new Governor();
  let served = 0;
  const calls = Array.from({ length: 10_000 }, async () => {
    const ticket = governor.tryEnter() ?? (await governor.enter(false, 60_000, undefined));
    served += 1;
    await Promise.resolve();
    governor.leave(ticket as number, { answered: true });
  });
  await Promise.all(calls);
  expect(served).toBe(10_000);
  expect(governor.idle).toBe(true);
});

test('one server and key have one governor; another key, server or fetch has another', () => {
  const fetch = vi.fn();
  const one = governorFor(undefined, 'http://a', 'key');
  expect(governorFor(undefined, 'http://a', 'key')).toBe(one);
  expect(governorFor(undefined, 'http://a', 'other')).not.toBe(one);
  expect(governorFor(undefined, 'http://b', 'key')).not.toBe(one);
  expect(governorFor(fetch, 'http://a', 'key')).not.toBe(one);
  expect(governorFor(fetch, 'http://a', 'key')).toBe(governorFor(fetch, 'http://a', 'key'));
});
