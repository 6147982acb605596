import { setTimeout } from 'node:timers/promises';
import { isUnavailable } from '../db/failures.ts';
import { backoffMs } from '../jobs/backoff.ts';
import { LeaseLostError, leaseMs } from '../jobs/queue.ts';

/**
 * How long the worker tries to record the answer to a message while the database is unavailable, in milliseconds. If the
 * outage began after the answer, the lease lasts that long: it was renewed at most a third of its duration ago. If the
 * outage began earlier, the lease may end before. Then another worker may take the job, and LeaseLostError refuses the
 * answer.
 */
const messageMs = (leaseMs * 2) / 3;
/** How often the worker tries after other errors: about 6 s in total without an outage. */
const mostAttempts = 6;
const waitsMs = [200, 400, 800, 1_600, 3_200];

interface Options {
  /** How long to try while the database is unavailable, in milliseconds. */
  unavailableMs?: number;
  /** Called once, when the database is unavailable. */
  onOutage?: () => void;
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
  random?: () => number;
}

/**
 * Records the provider's answer. Tries again while the database is unavailable, for example because another server
 * becomes the primary: the outcome would otherwise be unknown.
 */
export async function surely(
  settle: () => Promise<void>,
  {
    unavailableMs = messageMs,
    onOutage = () => {},
    now = () => performance.now(),
    sleep = setTimeout,
    random = Math.random,
  }: Options = {},
): Promise<void> {
  const endsAt = now() + unavailableMs;
  let outages = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settle();
    } catch (error) {
      const isOutage = isUnavailable(error);
      if (isOutage) outages += 1;
      if (isOutage && outages === 1) onOutage();
      const waitMs = backoffMs(waitsMs, attempt, random);
      const isLast = isOutage ? now() + waitMs > endsAt : attempt - outages >= mostAttempts;
      if (error instanceof LeaseLostError || isLast) throw error;
      await sleep(waitMs);
    }
  }
}
