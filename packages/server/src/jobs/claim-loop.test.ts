import { afterEach, expect, test, vi } from 'vitest';
import { log } from '../../test/contexts.ts';
import { ClaimLoop } from './claim-loop.ts';

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
