import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QueueTimeoutError } from './failures.ts';
import { Lanes } from './lanes.ts';

test('a task that finds no free place waits for one, but not for ever', async () => {
  const lanes = new Lanes(() => 1, 50);
  const leave = await lanes.enter();
  await expect(lanes.enter()).rejects.toThrow(QueueTimeoutError);
  const next = new Lanes(() => 1, 60_000);
  const free = await next.enter();
  const second = next.enter();
  free();
  (await second)();
  leave();
  // The task that gave up does not take the place.
  (await lanes.enter())();
});

test('the number of places may change: tasks begin in their order, and none is interrupted', async () => {
  let count = 2;
  const begun: string[] = [];
  const lanes = new Lanes(() => count, 60_000);
  const enter = async (name: string) => {
    const leave = await lanes.enter();
    begun.push(name);
    return leave;
  };
  const [leaveA, leaveB] = await Promise.all([enter('a'), enter('b')]);
  count = 1;
  const others = ['c', 'd', 'e'].map((name) => enter(name));
  leaveA();
  await setImmediate();
  expect(begun).toEqual(['a', 'b']);
  leaveB();
  await setImmediate();
  expect(begun).toEqual(['a', 'b', 'c']);
  count = 3;
  const last = enter('f');
  await setImmediate();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  const leaves = await Promise.all(others);
  for (const leave of leaves) leave();
  (await last)();
  expect(begun.at(-1)).toBe('f');
});
