import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Parley, ParleyError, type RequestOptions } from '../src/index.ts';

// How long a server can delay the callers of one key, in virtual time.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

type Answer = [status: number, headers?: Record<string, string>];
const fine: Answer = [200];
const failed: Answer = [500, { 'x-should-retry': 'false' }];
const limited = (seconds: number): Answer => [429, { 'retry-after': String(seconds) }];
const usedUp = (seconds: number): Answer => [
  200,
  { 'ratelimit-limit': '600', 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) },
];

/** A client of a server that gives these answers, and then only fine ones. */
function clientOf(...answers: Answer[]) {
  const startedAt = performance.now();
  const sentAt: number[] = [];
  const fetch = async (): Promise<Response> => {
    sentAt.push(performance.now() - startedAt);
    const [status, headers] = answers.shift() ?? fine;
    return new Response('{}', { status, headers: headers ?? {} });
  };
  const parley = new Parley({ apiKey: 'k', fetch });
  const call = (options: RequestOptions = {}) =>
    parley.request({ method: 'GET', path: '/api/v1/things', ...options });
  return { call, sentAt };
}

/** The result of a call when nothing is pending, and its duration. */
async function ended(call: PromiseLike<unknown>): Promise<{ result: unknown; ms: number }> {
  const startedAt = performance.now();
  let endedAt = startedAt;
  const settled = call.then(
    () => 'fine',
    (error: unknown) => error,
  );
  const timed = settled.then((result) => {
    endedAt = performance.now();
    return result;
  });
  await vi.runAllTimersAsync();
  return { result: await timed, ms: endedAt - startedAt };
}

describe('a wait that the server requests', () => {
  test.each([
    ['429, Retry-After', limited],
    ['the last of the quota, RateLimit-Reset', usedUp],
  ])('with %s, delays the next call when its deadline allows it', async (_, answer) => {
    for (const [seconds, maxQueueMs, kept] of [
      [1, undefined, true],
      [59, undefined, true],
      [61, undefined, false],
      [3_600, undefined, false],
      [86_400, hour, false],
      [30, 31 * second, true],
      [30, 29 * second, false],
      [1, 500, false],
    ] as const) {
      const { call, sentAt } = clientOf(answer(seconds));
      await ended(call({ maxRetries: 0 }));
      const { result, ms } = await ended(call({ maxQueueMs, deadlineMs: 500, maxRetries: 0 }));
      const title = `${seconds} s of ${maxQueueMs}`;
      expect(sentAt, title).toHaveLength(kept ? 2 : 1);
      if (kept) {
        expect(result, title).toBe('fine');
        expect(ms, title).toBeGreaterThanOrEqual(seconds * second);
        continue;
      }
      expect(ms, title).toBe(0);
      const expected = { name: 'RateLimitError', outcome: 'not_sent', attempts: 0, status: 429 };
      expect(result, title).toMatchObject({ ...expected, retryAfterMs: seconds * second });
    }
  });

  test.each([
    ['an hour', limited(3_600), 5 * minute],
    ['a day, by RateLimit-Reset', usedUp(86_400), 5 * minute],
    ['two minutes', limited(120), 2 * minute],
  ])('of %s is retried after at most five minutes', async (_, answer, probeMs) => {
    const { call, sentAt } = clientOf(answer);
    await ended(call({ maxRetries: 0 }));
    await vi.advanceTimersByTimeAsync(probeMs - 1);
    const early = await ended(call());
    expect(ParleyError.is(early.result) || early.ms === 1).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect((await ended(call())).result).toBe('fine');
    expect((await ended(call())).result).toBe('fine');
    expect(sentAt[1]).toBeLessThanOrEqual(5 * minute + 1);
  });

  test.each([
    ['is refused again', limited(3_600), 5 * minute],
    ['fails without a word on the quota', failed, 5 * minute],
    ['gets a shorter wait', limited(10), 10 * second],
  ])('one call tries; when it %s, the others keep waiting', async (_, answer, nextMs) => {
    const { call, sentAt } = clientOf(limited(3_600), answer);
    await ended(call({ maxRetries: 0 }));
    await vi.advanceTimersByTimeAsync(5 * minute);
    const options = { maxRetries: 0, maxQueueMs: second };
    const results = [call(options), call(options), call(options)].map(ended);
    const errors = (await Promise.all(results)).map(({ result }) => result as ParleyError);
    expect(sentAt).toHaveLength(2);
    expect(errors.map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
    const sinceProbeMs = performance.now() - (sentAt[1] ?? 0);
    await vi.advanceTimersByTimeAsync(nextMs - sinceProbeMs - second - 1);
    expect((await ended(call(options))).result).toMatchObject({ attempts: 0 });
    await vi.advanceTimersByTimeAsync(second + 1);
    expect((await ended(call(options))).result).toBe('fine');
  });
});

test('an abort at its turn sends nothing and lets the next call go', async () => {
  const { call, sentAt } = clientOf(limited(10));
  await ended(call({ maxRetries: 0 }));
  const controller = new AbortController();
  const stopped = ended(call({ signal: controller.signal }));
  const next = ended(call());
  // Without a turn of microtasks between: the ticket is given, and not yet taken up.
  vi.advanceTimersByTime(10 * second);
  controller.abort();
  const expected = { name: 'AbortedError', outcome: 'not_sent', attempts: 0 };
  expect((await stopped).result).toMatchObject(expected);
  expect((await next).result).toBe('fine');
  expect(sentAt).toHaveLength(2);
});
