import type { Outcome } from '../errors.ts';
import { attempt } from './attempt.ts';
import type { Call } from './call.ts';
import { within } from './deadline.ts';
import type { Page } from './pages.ts';
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
      const { identity, paged } = call;
      if (paged) (data as Page<unknown>).nextCursor ||= null;
      return {
        ok: true,
        data: data as Data,
        // There is no success without one.
        response: response as Response,
        rateLimit,
        attempts,
        identity,
      };
    }
    outcome = overallOutcome(call, error, outcome);
    // Readonly for all others.
    (error as { outcome: Outcome }).outcome = outcome;
    const budget = { tally, remainingMs: remainingMs(), shouldRetry };
    const waitMs = nextWaitMs(call, error, budget, Math.random);
    tally[isLimited(error) ? 'limited' : 'failures'] += 1;
    const sleepMs = conclude ? conclude(error, waitMs) : waitMs;
    if (waitMs === undefined) return { ok: false, error };
    if (sleepMs) await within(sleepMs, signal);
  }
}
