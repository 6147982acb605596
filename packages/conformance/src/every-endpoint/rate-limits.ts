import { readRateLimit } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { call } from '../client.ts';
import type { Answer } from '../http.ts';
import { eventually } from '../poll.ts';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';

export function testRateLimits(target: () => Target): void {
  test('admits exactly the quota of concurrent requests', async () => {
    const quota = { limit: 7, windowSeconds: 600 };
    const scene = await createScene(target(), { quota });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => scene.call('tenants.current')),
    );
    const admitted = answers.filter((answer) => answer.status === 200);
    expect(admitted).toHaveLength(quota.limit);
    const remaining = admitted.map((answer) => Number(answer.headers.get('ratelimit-remaining')));
    expect(remaining.sort((a, b) => b - a)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    for (const answer of answers) if (answer.status !== 200) expectLimited(answer, quota);
  });

  test('counts concurrent requests of different keys separately', async () => {
    const limits = [1, 3, 5];
    const scenes = await Promise.all(
      limits.map((limit) => createScene(target(), { quota: { limit, windowSeconds: 600 } })),
    );
    const admitted = await Promise.all(
      scenes.map(async (scene) => {
        const calls = Array.from({ length: 12 }, () => scene.call('tenants.current'));
        return (await Promise.all(calls)).filter(({ status }) => status === 200).length;
      }),
    );
    expect(admitted).toEqual(limits);
  });

  test('a refused request costs nothing and says when the next one is admitted', async () => {
    const quota = { limit: 2, windowSeconds: 120 };
    const scene = await createScene(target(), { quota });
    const passed = stopwatch();
    for (let request = 0; request < quota.limit; request += 1) await scene.call('tenants.current');
    for (let request = 0; request < 5; request += 1) {
      const retryAfter = expectLimited(await scene.call('tenants.current'), quota);
      expect(retryAfter).toBeGreaterThanOrEqual(60 - passed());
      expect(retryAfter).toBeLessThanOrEqual(60);
    }
  });

  test('a quota refills evenly, one request per share of the window', async () => {
    // The window is two seconds, so that a slow machine can send two requests before a third would be admitted.
    const quota = { limit: 2, windowSeconds: 2 };
    const scene = await createScene(target(), { quota });
    let answer = await scene.call('tenants.current');
    while (answer.status === 200) answer = await scene.call('tenants.current');
    expect(expectLimited(answer, quota)).toBe(1);
    await eventually(
      target(),
      () => scene.call('tenants.current'),
      ({ status }) => status === 200,
    );
  });

  test('`reset` has the seconds until the quota is full', async () => {
    const scene = await createScene(target(), { quota: { limit: 10, windowSeconds: 100 } });
    const passed = stopwatch();
    for (const [remaining, resetSeconds] of [
      [9, 10],
      [8, 20],
      [7, 30],
    ] as const) {
      const { headers } = await scene.call('tenants.current');
      const rateLimit = readRateLimit((name) => headers.get(name));
      expect(rateLimit?.remaining).toBe(remaining);
      expect(rateLimit?.resetSeconds).toBeLessThanOrEqual(resetSeconds);
      expect(rateLimit?.resetSeconds).toBeGreaterThanOrEqual(resetSeconds - passed());
    }
  });

  test('each API key of a tenant has its own quota', async () => {
    const scene = await createScene(target(), { quota: { limit: 1, windowSeconds: 600 } });
    await scene.call('tenants.current');
    expectLimited(await scene.call('tenants.current'), { limit: 1, windowSeconds: 600 });
    const other = await scene.tenant.createKey({ quota: { limit: 1, windowSeconds: 600 } });
    const answer = await call(target().baseUrl, other.apiKey, 'tenants.current');
    expect(answer.status).toBe(200);
  });

  test('a request with an invalid body costs a request of the quota', async () => {
    const quota = { limit: 2, windowSeconds: 600 };
    const scene = await createScene(target(), { quota });
    const invalid = await scene.call('messages.send', { body: {} });
    expect(invalid.headers.get('ratelimit-remaining')).toBe('1');
    const missing = await scene.call('messages.get', { params: { id: 'x' } });
    expect(missing.headers.get('ratelimit-remaining')).toBe('0');
    expectLimited(await scene.call('messages.send', { body: {} }), quota);
  });

  test('the record of an API key shows its quota', async () => {
    const scene = await createScene(target());
    const quota = { limit: 42, windowSeconds: 7 };
    const { apiKey } = await scene.tenant.createKey({ quota });
    const answer = await call(target().baseUrl, apiKey, 'apiKeys.current');
    expect(answer.json).toMatchObject({ rateLimit: quota });
    expect(answer.headers.get('ratelimit-policy')).toBe('42;w=7');
  });
}

/** Checks a 429 response against the quota. Returns how many seconds to wait. */
function expectLimited(answer: Answer, quota: { limit: number; windowSeconds: number }): number {
  const error = checkError(answer);
  const retryAfterSeconds = Number(answer.headers.get('retry-after'));
  expect(error.code).toBe('SVC-RATE-LIMITED');
  expect(error.details).toEqual({ ...quota, retryAfterSeconds, scope: 'key' });
  const { limit, windowSeconds } = quota;
  expect(answer.headers.get('ratelimit-policy')).toBe(`${limit};w=${windowSeconds}`);
  expect(answer.headers.get('ratelimit-remaining')).toBe('0');
  expect(answer.headers.get('ratelimit-reset')).toBe(String(retryAfterSeconds));
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
  return retryAfterSeconds;
}

/**
 * Returns a function for the whole seconds that the server may count as passed since this call. On a slow machine there
 * can be some.
 */
function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.floor((performance.now() - start) / 1_000);
}
