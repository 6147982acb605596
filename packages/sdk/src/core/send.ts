import type { Outcome } from '../errors.ts';
import { attempt } from './attempt.ts';
import type { Call } from './call.ts';
import { sleep } from './deadline.ts';
import type { Settled } from './promise.ts';
import { isLimited, nextWaitMs, overallOutcome } from './retry.ts';
import type { Settings } from './settings.ts';

/** Sends a call until it succeeds or may not be sent again; never rejects. */
export async function send<Data>(call: Call, settings: Settings): Promise<Settled<Data>> {
  const { method, deadlineMs, signal } = call;
  const endsAt = performance.now() + deadlineMs;
  const remainingMs = (): number => endsAt - performance.now();
  const once = settings.attempt ?? attempt;
  const tally = { failures: 0, limited: 0 };
  let outcome: Outcome = 'not_sent';
  for (let attempts = 1; ; attempts += 1) {
    const result = await once(call, { fetch: settings.fetch, attempts, remainingMs });
    const { error, data, response, rateLimit, shouldRetry, conclude } = result;
    // A record that is gone was deleted by the attempt whose answer was lost.
    if (!error || (method === 'DELETE' && error.status === 404 && outcome === 'unknown')) {
      conclude?.();
      const answer = response as Response; // There is no success without one.
      const { idempotencyKey } = call.identity;
      return {
        ok: true,
        data: data as Data,
        response: answer,
        rateLimit,
        attempts,
        idempotencyKey,
      };
    }
    outcome = overallOutcome(call, error, outcome);
    Object.assign(error, { outcome });
    const budget = { tally, remainingMs: remainingMs(), shouldRetry };
    const waitMs = nextWaitMs(call, error, budget, Math.random);
    tally[isLimited(error) ? 'limited' : 'failures'] += 1;
    const sleepMs = conclude ? conclude(error, waitMs) : waitMs;
    if (waitMs === undefined) return { ok: false, error };
    if (sleepMs) await sleep(sleepMs, signal);
  }
}
