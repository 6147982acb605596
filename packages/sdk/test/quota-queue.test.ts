import { type Quota, takeToken, writeRateLimit } from '@parley/contract/rate-limit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Parley, type ParleyError, type RequestOptions } from '../src/index.ts';

// The queue for the quota, in virtual time: a call that waits there is not slow, and its deadline has not begun.

beforeEach(() => {
  vi.useFakeTimers({ loopLimit: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const perMinute: Quota = { limit: 600, windowSeconds: 60 };

/** A client of a server that keeps a quota as Parley does, and answers after a while. */
function clientOf(quota: Quota, answerMs = 5) {
  let tatMs: number | undefined;
  let refused = 0;
  const fetch = async (): Promise<Response> => {
    const result = takeToken(tatMs, Date.now(), quota);
    tatMs = result.tatMs;
    if (!result.admitted) refused += 1;
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    const retryAfter = { 'retry-after': String(result.retryAfterSeconds) };
    const headers = { ...writeRateLimit(result.rateLimit), ...(result.admitted ? {} : retryAfter) };
    return new Response('{}', { status: result.admitted ? 200 : 429, headers });
  };
  const parley = new Parley({ apiKey: 'k', fetch });
  const call = (options: RequestOptions = {}) =>
    parley.request({ method: 'GET', path: '/x', ...options }).safe();
  return { call, refusals: () => refused };
}

type Ended = { error: ParleyError | undefined; ms: number };

async function ended(calls: ReturnType<ReturnType<typeof clientOf>['call']>[]): Promise<Ended[]> {
  const startedAt = performance.now();
  const all = calls.map(async (call) => {
    const result = await call;
    return { error: result.ok ? undefined : result.error, ms: performance.now() - startedAt };
  });
  await vi.runAllTimersAsync();
  return Promise.all(all);
}

const many = (count: number, call: () => ReturnType<ReturnType<typeof clientOf>['call']>) =>
  Array.from({ length: count }, call);

describe('10,000 concurrent calls at 600 per minute', () => {
  test('all succeed without a refusal in the time of the quota', async () => {
    const { call, refusals } = clientOf(perMinute);
    const results = await ended(many(10_000, call));
    expect(results.filter(({ error }) => error)).toEqual([]);
    expect(refusals()).toBe(0);
    // 600 at once, and ten a second after that.
    const seconds = Math.max(...results.map(({ ms }) => ms)) / 1000;
    expect(seconds).toBeGreaterThan(930);
    expect(seconds).toBeLessThan(1_050);
  });
});

describe('a call in the queue', () => {
  const slow: Quota = { limit: 1, windowSeconds: 10 };

  test('has its whole deadline when its turn comes', async () => {
    const { call } = clientOf(slow, 900);
    await ended([call()]);
    const results = await ended(many(4, () => call({ deadlineMs: 1_000 })));
    expect(results.map(({ error }) => error)).toEqual(Array(4).fill(undefined));
    expect(results.at(-1)?.ms).toBeGreaterThan(25_000);
  });

  test('that would wait longer than maxQueueMs rejects at once with the expected wait', async () => {
    const { call } = clientOf({ limit: 10, windowSeconds: 10 });
    await ended(many(10, call));
    const patient = many(20, call);
    const impatient = call({ maxQueueMs: 5_000 });
    const [result, ...others] = await ended([impatient, ...patient]);
    expect(others.filter(({ error }) => error)).toEqual([]);
    // The last pause of a second that it could not wait for began in its fifth second.
    expect(result?.ms).toBeGreaterThan(3_000);
    expect(result?.ms).toBeLessThanOrEqual(5_000);
    const expected = { name: 'RateLimitError', code: 'SVC-RATE-LIMITED', outcome: 'not_sent' };
    expect(result?.error).toMatchObject({ ...expected, attempts: 0 });
    const [, seconds, waiting] =
      /^Not sent: the quota of this key is used up for another (\d+) s, with (\d+) other calls waiting for it$/.exec(
        result?.error?.message ?? '',
      ) ?? [];
    expect(Number(waiting)).toBeGreaterThan(10);
    // The quota admits one a second.
    expect(Number(seconds)).toBe(Number(waiting));
    expect(result?.error?.retryAfterMs).toBe(Number(waiting) * 1_000);
  });

  test('is rejected with whole milliseconds, also when its quota does not divide the time', async () => {
    const { call } = clientOf({ limit: 7, windowSeconds: 60 }, 500);
    await ended(many(6, call));
    const results = await ended(many(4, () => call({ maxQueueMs: 100 })));
    const waits = results.flatMap(({ error }) => error?.retryAfterMs ?? []);
    expect(waits.length).toBeGreaterThan(0);
    expect(waits.filter((wait) => !Number.isInteger(wait))).toEqual([]);
  });

  test('rejects with the wait for all calls that are rejected at the same moment', async () => {
    const { call } = clientOf(perMinute);
    const results = await ended(many(900, () => call({ maxQueueMs: 3_000 })));
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors.length).toBeGreaterThan(200);
    for (const { message, retryAfterMs } of errors) {
      expect(message).toContain(`with ${errors.length - 1} other calls waiting for it`);
      // The quota admits ten a second.
      expect(retryAfterMs).toBe((errors.length - 1) * 100);
    }
  });

  test('that cannot wait for a pause rejects at once', async () => {
    const { call } = clientOf(slow);
    await ended([call()]);
    const patient = many(3, call);
    const [result] = await ended([call({ maxQueueMs: 8_000 }), ...patient]);
    expect(result?.ms).toBe(0);
    expect(result?.error).toMatchObject({ name: 'RateLimitError', attempts: 0 });
    expect(result?.error?.retryAfterMs).toBe(30_000);
  });

  test('waiting for the quota before a retry counts against the deadline', async () => {
    let refusals = 0;
    const fetch = async (): Promise<Response> => {
      refusals += 1;
      return new Response('{}', { status: 429, headers: { 'retry-after': '8' } });
    };
    const parley = new Parley({ apiKey: 'k', fetch });
    const get = { method: 'GET', path: '/x' } as const;
    const first = parley.request({ ...get, deadlineMs: 10_000 }).safe();
    const second = parley.request({ ...get, deadlineMs: 10_000 }).safe();
    const [one, two] = await ended([first, second]);
    expect(refusals).toBe(3);
    for (const result of [one, two]) expect(result?.ms).toBeLessThanOrEqual(10_000);
    const messages = [one, two].map((result) => result?.error?.message);
    expect(messages).toContain(
      'Not sent again: the quota of this key is used up for another 8 s, with 0 other calls waiting for it',
    );
  });
});
