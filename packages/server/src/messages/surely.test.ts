import { expect, test, vi } from 'vitest';
import { LeaseLostError } from '../jobs/queue.ts';
import { surely } from './surely.ts';

const none = new Error('none');
const unavailable = Object.assign(new Error('starting up'), { code: '57P03' });

/**
 * Records an answer. Until the given time it fails with the error, then with the later one if there is one. Returns the
 * time and the attempts at its end, the waits and the calls of `onOutage`. `random` decides on the jitter: 0.5 is none.
 */
async function recording(
  error: Error,
  untilMs: number,
  {
    later = none,
    random = 0.5,
    ...limit
  }: { later?: Error; random?: number; unavailableMs?: number } = {},
) {
  let ms = 0;
  let attempts = 0;
  const waits: number[] = [];
  const settle = async () => {
    attempts += 1;
    if (ms < untilMs) throw error;
    if (later !== none) throw later;
  };
  const sleep = async (waitMs: number) => {
    waits.push(waitMs);
    ms += waitMs;
  };
  const onOutage = vi.fn();
  const timing = { now: () => ms, sleep, random: () => random };
  const failure = await surely(settle, { ...limit, onOutage, ...timing }).catch(
    (caught: unknown) => caught,
  );
  return { failure, attempts, ms, waits, outages: onOutage.mock.calls.length };
}

test('records an answer after the database was unavailable for 35 s', async () => {
  const { failure, attempts } = await recording(unavailable, 35_000);
  expect(failure).toBeUndefined();
  expect(attempts).toBeGreaterThan(10);
});

test('gives up after 40 s without the database', async () => {
  const { failure, ms } = await recording(unavailable, Infinity);
  expect(failure).toBe(unavailable);
  expect(ms).toBeGreaterThan(35_000);
  expect(ms).toBeLessThanOrEqual(40_000);
});

test('records an answer without a limit after a day without the database, and reports the outage once', async () => {
  const dayMs = 24 * 3_600_000;
  const { failure, ms, outages } = await recording(unavailable, dayMs, { unavailableMs: Infinity });
  expect(failure).toBeUndefined();
  expect(ms).toBeGreaterThanOrEqual(dayMs);
  expect(outages).toBe(1);
  expect((await recording(new Error('a bug'), dayMs, { unavailableMs: Infinity })).outages).toBe(0);
});

test('tries six times after other errors that follow an outage', async () => {
  const bug = new Error('a bug');
  const outage = await recording(unavailable, 20_000);
  const { failure, attempts } = await recording(unavailable, 20_000, { later: bug });
  expect(failure).toBe(bug);
  expect(attempts).toBe(outage.attempts - 1 + 6);
});

test('varies its waits by 20 %', async () => {
  const bug = new Error('a bug');
  const waits = async (random: number) => (await recording(bug, Infinity, { random })).waits;
  expect(await waits(0)).toEqual([160, 320, 640, 1_280, 2_560]);
  expect(await waits(0.5)).toEqual([200, 400, 800, 1_600, 3_200]);
  expect(await waits(1)).toEqual([240, 480, 960, 1_920, 3_840]);
});

test('tries six times after another error, and once after the lease was lost', async () => {
  expect(await recording(new Error('a bug'), Infinity)).toMatchObject({ attempts: 6, ms: 6_200 });
  expect((await recording(new LeaseLostError('lost'), Infinity)).attempts).toBe(1);
});
