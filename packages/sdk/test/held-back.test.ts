import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AttemptInfo, type AttemptResult, Parley } from '../src/index.ts';

// Calls that end while they wait for their turn, in virtual time: they are seen, too.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const get = { method: 'GET', path: '/api/v1/things' } as const;

/** A client of a server with this response, or with none, and the calls of its hooks and log. */
function watched(answer?: [status: number, headers: Record<string, string>]) {
  const ends: [AttemptInfo, AttemptResult][] = [];
  const lines: string[] = [];
  const before = vi.fn();
  const push = (line: string): void => void lines.push(line);
  const parley = new Parley({
    apiKey: 'k',
    fetch: () => {
      if (!answer) return new Promise(() => undefined);
      const [status, headers] = answer;
      return Promise.resolve(new Response('{}', { status, headers }));
    },
    hooks: { before, after: (...end) => void ends.push(end) },
    log: 'debug',
    logger: { error: push, warn: push, info: push, debug: push },
  });
  return { parley, ends, lines, before };
}

test('a call that fails before it is sent reaches the after hook and the log', async () => {
  const { parley, ends, lines, before } = watched([429, { 'retry-after': '300' }]);
  await parley.request(get).safe();
  const result = await parley.request(get).safe();
  expect(result).toMatchObject({ ok: false, error: { attempts: 0, outcome: 'not_sent' } });
  const [info, end] = ends.at(-1) ?? [];
  expect(info).toMatchObject({ method: 'GET', path: get.path, attempt: 1 });
  const { error } = result as { error: unknown };
  expect(end).toMatchObject({ started: false, durationMs: 0, status: undefined, error });
  expect(end?.waitMs).toBeUndefined();
  expect(ends[0]?.[1].started).toBe(true);
  expect(before).toHaveBeenCalledOnce();
  expect(lines.at(-1)).toBe(
    '[parley] GET /api/v1/things RateLimitError SVC-RATE-LIMITED not_sent 0 ms attempt 1 not started',
  );
});

test('a call that waited for the maximum queue time reaches the after hook and the log', async () => {
  const { parley, ends } = watched();
  // As many as are sent at once before anything is known of the quota.
  const others = Array.from({ length: 8 }, () => parley.request(get).safe());
  const waiting = parley.request({ ...get, maxQueueMs: 1_000 }).safe();
  await vi.advanceTimersByTimeAsync(1_000);
  const expected = { name: 'RateLimitError', attempts: 0, outcome: 'not_sent' };
  expect(await waiting).toMatchObject({ ok: false, error: expected });
  expect(ends).toHaveLength(1);
  expect(ends[0]?.[1]).toMatchObject({ started: false, durationMs: 1_000 });
  await vi.runAllTimersAsync();
  await Promise.all(others);
});

test('a call that is aborted in the queue reaches the after hook and the log', async () => {
  const { parley, ends, lines } = watched([429, { 'retry-after': '30' }]);
  await parley.request({ ...get, maxRetries: 0 }).safe();
  const controller = new AbortController();
  const waiting = parley.request({ ...get, signal: controller.signal }).safe();
  await vi.advanceTimersByTimeAsync(2_000);
  controller.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { name: 'AbortedError', attempts: 0 } });
  expect(ends.at(-1)?.[1]).toMatchObject({ started: false, durationMs: 2_000 });
  expect(lines.at(-1)).toMatch(/AbortedError not_sent 2000 ms attempt 1 not started$/);
});

test('an abort during the wait before a retry reaches the after hook and the log', async () => {
  const { parley, ends, lines } = watched([503, { 'retry-after': '20' }]);
  const controller = new AbortController();
  const call = parley.request({ ...get, signal: controller.signal }).safe();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toHaveLength(1);
  expect(ends[0]?.[1].waitMs).toBeGreaterThanOrEqual(20_000);
  controller.abort();
  expect(await call).toMatchObject({ ok: false, error: { name: 'AbortedError', attempts: 1 } });
  expect(ends).toHaveLength(2);
  expect(ends[1]?.[0].attempt).toBe(2);
  expect(ends[1]?.[1]).toMatchObject({ started: false, error: { name: 'AbortedError' } });
  expect(lines.at(-1)).toMatch(/AbortedError unknown 0 ms attempt 2 not started$/);
});
