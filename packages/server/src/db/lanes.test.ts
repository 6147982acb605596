import { expect, test } from 'vitest';
import { QueueTimeoutError } from './failures.ts';
import { Lanes } from './lanes.ts';

test('a task that finds no free place waits for one, but not for ever', async () => {
  const lanes = new Lanes(1, 50);
  const leave = await lanes.enter();
  await expect(lanes.enter()).rejects.toThrow(QueueTimeoutError);
  const next = new Lanes(1, 60_000);
  const free = await next.enter();
  const second = next.enter();
  free();
  (await second)();
  leave();
  // The task that gave up does not take the place.
  (await lanes.enter())();
});
