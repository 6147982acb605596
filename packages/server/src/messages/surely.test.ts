import { expect, test } from 'vitest';
import { LeaseLostError } from '../jobs/queue.ts';
import { surely } from './surely.ts';

const unavailable = Object.assign(new Error('starting up'), { code: '57P03' });

/** Records an answer that fails with the error until the given time. Returns the time and the attempts at its end. */
async function recording(error: Error, untilMs: number) {
  let ms = 0;
  let attempts = 0;
  const settle = async () => {
    attempts += 1;
    if (ms < untilMs) throw error;
  };
  const sleep = async (waitMs: number) => {
    ms += waitMs;
  };
  const failure = await surely(settle, { now: () => ms, sleep }).catch((caught: unknown) => caught);
  return { failure, attempts, ms };
}

test('records an answer after the database was unavailable for 35 s', async () => {
  const { failure, attempts } = await recording(unavailable, 35_000);
  expect(failure).toBeUndefined();
  expect(attempts).toBeGreaterThan(10);
});

test('gives up before the lease of the job ends', async () => {
  const { failure, ms } = await recording(unavailable, Infinity);
  expect(failure).toBe(unavailable);
  expect(ms).toBeGreaterThan(35_000);
  expect(ms).toBeLessThanOrEqual(40_000);
});

test('tries six times after another error, and once after the lease was lost', async () => {
  expect(await recording(new Error('a bug'), Infinity)).toMatchObject({ attempts: 6, ms: 6_200 });
  expect((await recording(new LeaseLostError('lost'), Infinity)).attempts).toBe(1);
});
