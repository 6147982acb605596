import { setTimeout as wait } from 'node:timers/promises';
import type { Simulator } from '@parley/provider-simulator';
import type { Deps } from '../server.ts';
import { untilStill } from '../standstill.ts';

const pollMs = 100;
/**
 * How long nothing may change before the run ends: longer than a lease, the wait for a status report, and a minute of
 * retries.
 */
const standstillMs = 200_000;
const longestPauseMs = 100;
/**
 * The longest pause of all channels of an app. Turns of its limit are a few seconds away at most, so that a turn after
 * `farTurnMs` is the end of a pause.
 */
const longestAppPauseMs = 2_000;
const farTurnMs = 30_000;
/** The longest pause between attempts to download, so that attempts are left when the channel has its new token. */
const longestDownloadPauseMs = 2_000;
/** Jobs that are due later than this do not belong to the run, such as the job that removes an unused file. */
const longestRetryMs = 1_800_000;

/**
 * Shortens waits that take minutes: those between attempts to send or to download, and those of channels and apps whose
 * provider is overloaded. Keeps the rates of channels and customers, because they are measured. Keeps the minute in
 * which a message waits for a lost response, because the server compares its times with those of echoes.
 */
export function hasten({ database }: Deps): { stop(): Promise<void> } {
  const state = { isRunning: true };
  const run = async () => {
    while (state.isRunning) {
      await wait(pollMs);
      const nowMs = Date.now();
      const { reader, writer } = database;
      const sending = await reader('messages')
        .where({ status: 'sending' })
        .pluck('conversation_id')
        .catch(() => undefined);
      if (!sending) continue;
      await writer('jobs')
        .where({ status: 'ready' })
        .whereNotIn('order_key', sending)
        .whereIn('name', ['deliver-message', 'receive-batch'])
        .where('due_at', '>', nowMs + longestPauseMs)
        .update({ due_at: nowMs })
        .catch(() => {});
      await writer('jobs')
        .where({ status: 'ready', name: 'download-file' })
        .where('due_at', '>', nowMs + longestDownloadPauseMs)
        .update({ due_at: nowMs + longestDownloadPauseMs })
        .catch(() => {});
      await writer('channels')
        .where('paused_until', '>', nowMs + longestPauseMs)
        .update({ paused_until: nowMs + longestPauseMs, pause_ms: 0 })
        .catch(() => {});
      await writer('further_throttles')
        .where('next_at_us', '>', (nowMs + farTurnMs) * 1_000)
        .update({ next_at_us: (nowMs + longestAppPauseMs) * 1_000 })
        .catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      state.isRunning = false;
      await running;
    },
  };
}

/** Resolves when no work is left, or when nothing has changed for too long. */
export async function untilIdle(deps: Deps, simulator: Simulator): Promise<void> {
  const readLeft = async () => {
    await simulator.outbox.settled();
    return await open(deps);
  };
  const left = await untilStill(readLeft, { pollMs, standstillMs });
  if (left !== '') console.log(`standstill: ${left}`);
}

/** Returns the remaining jobs of the run as text; an empty text when there are none. */
async function open({ database }: Deps): Promise<string> {
  const jobs = await database
    .reader('jobs')
    .whereNot({ status: 'dead' })
    .where('due_at', '<', Date.now() + longestRetryMs)
    .select('name', 'status')
    .count({ count: '*' })
    .groupBy('name', 'status');
  return jobs.length === 0 ? '' : JSON.stringify(jobs);
}
