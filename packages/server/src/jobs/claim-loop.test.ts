import { afterEach, expect, test, vi } from 'vitest';
import { log } from '../../test/contexts.ts';
import { ClaimLoop, type Work } from './claim-loop.ts';

afterEach(() => vi.useRealTimers());

test('a chore does not overlap itself, and stopping aborts it and waits for its end', async () => {
  vi.useFakeTimers();
  let ends = () => {};
  const calls: AbortSignal[] = [];
  const loop = new ClaimLoop<never>(
    {
      name: 'items',
      listen: () => () => {},
      hasRoom: () => false,
      claim: async () => ({ items: [], mayHaveMore: false }),
      handle: async () => {},
      giveBack: async () => {},
      lookAhead: async () => ({ isDue: false, nextInMs: null }),
      chores: [
        {
          what: 'wait',
          everyMs: 10,
          isDoneAtStart: true,
          async do(stopping) {
            calls.push(stopping);
            await new Promise<void>((resolve) => {
              ends = resolve;
            });
          },
        },
      ],
    },
    log,
  );
  loop.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(1);
  ends();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(2);
  expect(calls.map(({ aborted }) => aborted)).toEqual([false, false]);

  const stopped = vi.fn();
  const stopping = loop.stop(60_000).then(stopped);
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(stopped).not.toHaveBeenCalled();
  ends();
  await stopping;
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toHaveLength(2);
});

test('a worker waits between claims that get little, unless it has no room for more', async () => {
  vi.useFakeTimers();
  let inClaim = 1;
  let claims = 0;
  let isFull = false;
  const loop = new ClaimLoop<object>(
    {
      name: 'items',
      listen: () => () => {},
      hasRoom: () => true,
      claim: async () => {
        claims += 1;
        const items = Array.from({ length: inClaim }, () => ({}));
        return { items, mayHaveMore: false };
      },
      isFull: () => isFull,
      // More than the time between two claims.
      handle: () => new Promise((resolve) => setTimeout(resolve, 100)),
      giveBack: async () => {},
      // As when the limit of a channel lets one item begin every 5 ms.
      lookAhead: async () => ({ isDue: false, nextInMs: 5 }),
      chores: [],
    },
    log,
  );
  const claimsInASecond = async () => {
    await vi.advanceTimersByTimeAsync(200);
    claims = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    return claims;
  };
  loop.start();
  // The more items there are, the longer they wait for each other.
  const ofOne = await claimsInASecond();
  expect(ofOne).toBeGreaterThan(50);
  expect(ofOne).toBeLessThan(100);
  inClaim = 8;
  const ofEight = await claimsInASecond();
  expect(ofEight).toBeGreaterThanOrEqual(Math.floor(1_000 / 60));
  expect(ofEight).toBeLessThan(25);
  inClaim = 16;
  expect(await claimsInASecond()).toBeGreaterThan(100);
  inClaim = 8;
  isFull = true;
  expect(await claimsInASecond()).toBeGreaterThan(100);
  await stop(loop);
});

test('claims that do not wait make a later one wait for at most 60 ms', async () => {
  vi.useFakeTimers();
  let due: object[] = [];
  const loop = loopOf({ claim: async () => ({ items: due.splice(0), mayHaveMore: false }) });
  loop.start();
  for (let round = 0; round < 1_000; round += 1) {
    due = [{}, {}];
    loop.wake();
    await vi.advanceTimersByTimeAsync(10);
  }
  due = [{}];
  loop.wakeSoon();
  await vi.advanceTimersByTimeAsync(61);
  expect(due).toEqual([]);
  await stop(loop);
});

test('an item that ends during a claim causes another one only when its turn has come', async () => {
  vi.useFakeTimers();
  let claims = 0;
  let inClaim = 2;
  const loop = loopOf({
    async claim() {
      claims += 1;
      loop.wakeSoon();
      return { items: Array.from({ length: inClaim }, () => ({})), mayHaveMore: false };
    },
  });
  loop.start();
  for (let round = 0; round < 100; round += 1) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(10);
  }
  claims = 0;
  inClaim = 10;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(claims).toBeGreaterThan(10);
  expect(claims).toBeLessThanOrEqual(1_000 / 60 + 1);
  await stop(loop);
});

test('few added items cause a look, and a claim only when one is due', async () => {
  vi.useFakeTimers();
  let claims = 0;
  let isDue = false;
  let look = async () => {};
  const loop = loopOf({
    async claim() {
      claims += 1;
      isDue = false;
      return { items: [{}], mayHaveMore: false };
    },
    async lookAhead() {
      const wasDue = isDue;
      await look();
      return { isDue: wasDue, nextInMs: null };
    },
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(claims).toBe(1);
  loop.wakeSoon();
  await vi.advanceTimersByTimeAsync(10);
  expect(claims).toBe(1);
  isDue = true;
  loop.wakeSoon();
  await vi.advanceTimersByTimeAsync(10);
  expect(claims).toBe(2);
  // An item that is added during a look is found by the next one.
  look = () => new Promise((resolve) => setTimeout(resolve, 20));
  loop.wakeSoon();
  await vi.advanceTimersByTimeAsync(10);
  isDue = true;
  loop.wakeSoon();
  await vi.advanceTimersByTimeAsync(60);
  expect(claims).toBe(3);
  await stop(loop);
});

async function stop(loop: ClaimLoop<object>): Promise<void> {
  const stopped = loop.stop(0);
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
}

/** A loop whose items end at once. */
function loopOf(work: Pick<Work<object>, 'claim'> & Partial<Work<object>>): ClaimLoop<object> {
  return new ClaimLoop<object>(
    {
      name: 'items',
      listen: () => () => {},
      hasRoom: () => true,
      handle: async () => {},
      giveBack: async () => {},
      lookAhead: async () => ({ isDue: false, nextInMs: null }),
      chores: [],
      ...work,
    },
    log,
  );
}
