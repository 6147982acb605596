import { defaultQuota, type Quota, takeToken, writeRateLimit } from '@parley/contract/rate-limit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Parley } from '../src/index.ts';

// A hundred calls at once on a quota of 20 a second, in virtual time: how long, and how many refusals.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const quota: Quota = { limit: 20, windowSeconds: 1 };

interface Server {
  refused: number;
  fetch: typeof globalThis.fetch;
}

/** Answers after 2 to 12 ms, so that responses arrive out of order. `admit` sets the headers, or refuses. */
function serverOf(admit: () => { admitted: boolean; headers: Record<string, string> }): Server {
  let seed = 7;
  const chance = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const server: Server = {
    refused: 0,
    fetch: async () => {
      await pause(1 + chance() * 5);
      const { admitted, headers } = admit();
      if (!admitted) server.refused += 1;
      await pause(1 + chance() * 5);
      return new Response('{}', { status: admitted ? 200 : 429, headers });
    },
  };
  return server;
}

function tokenBucket(headersOf: (result: ReturnType<typeof takeToken>) => Record<string, string>) {
  let tatMs: number | undefined;
  return () => {
    const result = takeToken(tatMs, Date.now(), quota);
    tatMs = result.tatMs;
    return { admitted: result.admitted, headers: headersOf(result) };
  };
}

function fixedWindow(): () => { admitted: boolean; headers: Record<string, string> } {
  let used = 0;
  let window = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== window) [window, used] = [now, 0];
    const admitted = used < quota.limit;
    if (admitted) used += 1;
    const headers = writeRateLimit({ ...quota, remaining: quota.limit - used, resetSeconds: 1 });
    return { admitted, headers };
  };
}

async function burst({ fetch }: Server, calls = 100): Promise<{ failed: number; seconds: number }> {
  const parley = new Parley({ apiKey: 'k', baseUrl: 'http://burst.test', fetch });
  const startedAt = Date.now();
  let finishedAt = startedAt;
  const results = Array.from({ length: calls }, async () => {
    const result = await parley.request({ method: 'GET', path: '/x' }).safe();
    finishedAt = Date.now();
    return result.ok;
  });
  await vi.runAllTimersAsync();
  const failed = (await Promise.all(results)).filter((ok) => !ok).length;
  return { failed, seconds: (finishedAt - startedAt) / 1000 };
}

const ours = (result: ReturnType<typeof takeToken>): Record<string, string> => ({
  ...writeRateLimit(result.rateLimit),
  ...(result.admitted ? {} : { 'retry-after': String(result.retryAfterSeconds) }),
});

describe('a burst of 100 calls at 20 a second', () => {
  test('with the headers of Parley, no call is refused or fails, in 5.5 s', async () => {
    const server = serverOf(tokenBucket(ours));
    const { failed, seconds } = await burst(server);
    expect({ failed, refused: server.refused }).toEqual({ failed: 0, refused: 0 });
    expect(seconds).toBeLessThan(5.5);
  });

  test('with a fixed window, no call is refused or fails, in 5.5 s', async () => {
    const server = serverOf(fixedWindow());
    const { failed, seconds } = await burst(server);
    expect({ failed, refused: server.refused }).toEqual({ failed: 0, refused: 0 });
    expect(seconds).toBeLessThan(5.5);
  });

  test('with Retry-After only, no call fails, in 10 s', async () => {
    const server = serverOf(
      tokenBucket(({ admitted, retryAfterSeconds }) =>
        admitted ? {} : ({ 'retry-after': String(retryAfterSeconds) } as Record<string, string>),
      ),
    );
    const { failed, seconds } = await burst(server);
    expect(failed).toBe(0);
    expect(seconds).toBeLessThan(10);
  });

  test('without any header, no call fails, in 15 s', async () => {
    const server = serverOf(tokenBucket(() => ({})));
    const { failed, seconds } = await burst(server);
    expect(failed).toBe(0);
    expect(seconds).toBeLessThan(15);
  });

  test('with another program on the same quota, no call fails, in 15 s', async () => {
    const admit = tokenBucket(ours);
    const server = serverOf(admit);
    const other = setInterval(admit, 100);
    setTimeout(() => clearInterval(other), 20_000);
    const { failed, seconds } = await burst(server);
    expect(failed).toBe(0);
    expect(seconds).toBeLessThan(15);
  });

  test('with the default quota of 600 per minute, all 700 calls succeed', async () => {
    let tatMs: number | undefined;
    const server = serverOf(() => {
      const result = takeToken(tatMs, Date.now(), defaultQuota);
      tatMs = result.tatMs;
      return { admitted: result.admitted, headers: ours(result) };
    });
    expect((await burst(server, 700)).failed).toBe(0);
    expect(server.refused).toBe(0);
  });
});
