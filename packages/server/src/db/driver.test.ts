import { expect, onTestFinished, test, vi } from 'vitest';
import { sqliteDriver } from './driver.ts';
import type { ReadStatement } from './statement.ts';

const busyMs = 15;

const slow: ReadStatement<number, number> = {
  name: 'slow',
  access: 'read',
  sqlite(_db, { input }) {
    const end = performance.now() + busyMs;
    while (performance.now() < end);
    return input;
  },
  postgres: async (_db, calls) => calls.map(({ input }) => input),
};

test('slow calls of one batch let other work run in between', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const calls = Array.from({ length: 5 }, (_, input) => ({ tenantId: 'ten_1', input }));
  expect(await sqliteDriver.run(undefined, slow, calls)).toEqual([0, 1, 2, 3, 4]);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('statements that are sent in one turn run in their order, also when the machine pauses the process', async () => {
  const done: number[] = [];
  const note: ReadStatement<number, number> = {
    ...slow,
    sqlite: (_db, { input }) => done.push(input),
  };
  const run = (input: number) => sqliteDriver.run(undefined, note, [{ tenantId: 'ten_1', input }]);
  // The machine pauses the process between the first two looks at the clock.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(busyMs).mockReturnValueOnce(0);
  onTestFinished(() => clock.mockRestore());
  await Promise.all([run(1), run(2), run(3)]);
  expect(done).toEqual([1, 2, 3]);
});
