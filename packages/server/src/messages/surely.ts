import { setTimeout } from 'node:timers/promises';
import { isUnavailable } from '../db/failures.ts';
import { LeaseLostError, leaseMs } from '../jobs/queue.ts';

/**
 * How long the worker tries to record an answer while the database is unavailable, in milliseconds. A lease was renewed
 * at most a third of its duration ago, so it lasts that long: see jobs/worker.ts.
 */
const unavailableMs = (leaseMs * 2) / 3;
/** How often the worker tries after other errors: 6 s in total. */
const mostAttempts = 6;
const firstWaitMs = 200;
const longestWaitMs = 3_200;

interface Timing {
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * Records the provider's answer. Tries again while the database is unavailable, for example because another server
 * becomes the primary: the outcome would otherwise be unknown.
 */
export async function surely(
  settle: () => Promise<void>,
  { now = () => performance.now(), sleep = setTimeout }: Timing = {},
): Promise<void> {
  const endsAt = now() + unavailableMs;
  let waitMs = firstWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settle();
    } catch (error) {
      const isLast = isUnavailable(error) ? now() + waitMs > endsAt : attempt >= mostAttempts;
      if (error instanceof LeaseLostError || isLast) throw error;
      await sleep(waitMs);
      waitMs = Math.min(2 * waitMs, longestWaitMs);
    }
  }
}
