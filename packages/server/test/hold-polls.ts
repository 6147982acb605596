import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { pollMs } from '../src/jobs/claim-loop.ts';

/**
 * Longer than a worker needs for what follows an item, in milliseconds. If it needs longer, the test can miss a worker
 * that nobody wakes.
 */
const restMs = 300;

/**
 * Holds the timers with which the workers of this process look for work that nobody announces. Returns a function that
 * lets the workers end what they do. Work that is added after that is found only when somebody wakes a worker.
 */
export function holdPolls(): () => Promise<void> {
  const start = globalThis.setTimeout;
  const isPoll = (ms = 0) => ms === pollMs.busy || ms === pollMs.idle;
  const held = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number, ...given: []) =>
      start(isPoll(ms) ? () => {} : run, ms, ...given)) as typeof setTimeout);
  onTestFinished(() => held.mockRestore());
  return async () => await sleep(restMs);
}
