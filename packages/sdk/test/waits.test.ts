import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Parley, type ParleyOptions, type RequestOptions } from '../src/index.ts';

// In virtual time: to the millisecond, however busy the machine is.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const get = { method: 'GET', path: '/api/v1/things' } as const;

function clientOf(fetch: () => Promise<Response>, options: ParleyOptions = {}): Parley {
  return new Parley({ apiKey: 'k', fetch, ...options });
}

/** How the call ended, and after how long. */
async function ended(parley: Parley, options: RequestOptions = {}) {
  const startedAt = performance.now();
  const call = parley.request({ ...get, ...options }).safe();
  const timed = call.then((result) => ({
    ms: performance.now() - startedAt,
    error: result.ok ? undefined : result.error,
  }));
  await vi.runAllTimersAsync();
  return timed;
}

const never = (): Promise<Response> => new Promise(() => undefined);
const stalled = async (): Promise<Response> => new Response(new ReadableStream());

describe('a server that asks to wait', () => {
  test.each([
    ['seconds', () => ({ 'retry-after': '1' }), 1_000],
    ['decimals', () => ({ 'retry-after': '0.25' }), 250],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 2_000).toUTCString() }), 2_000],
    ['milliseconds', () => ({ 'retry-after-ms': '150' }), 150],
    ['RateLimit-Reset', () => ({ 'ratelimit-reset': '3' }), 3_000],
    ['RateLimit t', () => ({ ratelimit: '"default";r=0;t=4' }), 4_000],
  ])('in %s is retried then, at most 250 ms later', async (_, headersOf, waitMs) => {
    vi.setSystemTime(new Date('2026-11-20T10:00:00.000Z'));
    const sentAt: number[] = [];
    const parley = clientOf(async () => {
      sentAt.push(performance.now());
      const headers = headersOf() as Record<string, string>;
      return sentAt.length === 1
        ? new Response('{}', { status: 429, headers })
        : new Response('{}');
    });
    expect((await ended(parley)).error).toBeUndefined();
    const gapMs = (sentAt[1] ?? 0) - (sentAt[0] ?? 0);
    expect(gapMs).toBeGreaterThanOrEqual(waitMs);
    expect(gapMs).toBeLessThan(waitMs + Math.min(250, waitMs * 0.04) + 2);
  });

  test('for five minutes rejects the call at once', async () => {
    const headers = { 'retry-after': '300' };
    const parley = clientOf(async () => new Response('{}', { status: 429, headers }));
    const { ms, error } = await ended(parley);
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 300_000, attempts: 1 });
    expect(ms).toBe(0);
  });
});

describe('a time limit', () => {
  test.each([
    ['headers', never],
    ['body', stalled],
  ])('for one attempt, at the %s', async (phase, fetch) => {
    const { ms, error } = await ended(clientOf(fetch), { timeoutMs: 5_000, maxRetries: 0 });
    expect(error).toMatchObject({ name: 'TimeoutError', phase });
    expect(ms).toBe(5_000);
  });

  test('for the whole call ends an attempt', async () => {
    const options = { timeoutMs: 30_000, deadlineMs: 70_000 };
    const { ms, error } = await ended(clientOf(never), options);
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'deadline', attempts: 3 });
    expect(ms).toBe(70_000);
  });

  test('by default after 30 s and 120 s', async () => {
    expect((await ended(clientOf(never), { maxRetries: 0 })).ms).toBe(30_000);
    expect((await ended(clientOf(never))).ms).toBe(120_000);
  });

  test('for a wait that would end too late: returns the last response at once', async () => {
    const headers = { 'retry-after': '10' };
    const parley = clientOf(async () => new Response('{}', { status: 503, headers }));
    const { ms, error } = await ended(parley, { deadlineMs: 8_000 });
    expect(error).toMatchObject({ name: 'ServerError', retryAfterMs: 10_000, attempts: 1 });
    expect(ms).toBe(0);
  });
});
