import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('a task that has run for `slowMs` counts as slow until it ends, so `count` can admit another beside it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let begun = 0;
  const lanes = new Lanes((slow) => 1 + slow, 60_000, 20);
  const enter = async () => {
    const leave = await lanes.enter();
    begun += 1;
    return leave;
  };
  const leaves = [enter(), enter(), enter()];
  // After a standstill, Node runs each timer that is due once: a plain timer would end here.
  vi.advanceTimersToNextTimer();
  await setImmediate();
  expect(begun).toBe(1);
  vi.advanceTimersByTime(15);
  await setImmediate();
  expect(begun).toBe(1);
  vi.advanceTimersByTime(1);
  await setImmediate();
  expect(begun).toBe(2);
  // Once the slow task has ended, one place is left, which the second task has.
  (await leaves[0])?.();
  await setImmediate();
  expect(begun).toBe(2);
  vi.advanceTimersByTime(5);
  (await leaves[1])?.();
  await setImmediate();
  expect(begun).toBe(3);
  // A task that ended before it was slow never counts as slow.
  void enter();
  vi.advanceTimersByTime(16);
  await setImmediate();
  expect(begun).toBe(3);
});
