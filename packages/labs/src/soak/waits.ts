import { setTimeout as wait } from 'node:timers/promises';
import type { Simulator } from '@parley/provider-simulator';
import type { Deps } from '../server.ts';

const pollMs = 300;
/** Longer than a lease, the wait for a report of an unknown outcome, and a minute of retries. */
const standstillMs = 200_000;
const longestPauseMs = 300;
/** A message without an answer for so long has lost it; the server waits a minute for a report. */
const lostMs = 6_000;
const unknownMs = 60_000;

/**
 * Lets waits pass quickly that take minutes: those between attempts to send, those for reports on unknown outcomes, and those of channels whose provider is overloaded. The
 * pace of channels and of customers is kept: it is measured.
 */
export function hasten({ database }: Deps): { stop(): Promise<void> } {
  const state = { isRunning: true };
  const run = async () => {
    while (state.isRunning) {
      const nowMs = Date.now();
      const { writer } = database;
      await writer('jobs')
        .where({ status: 'ready' })
        .whereIn('name', ['deliver-message', 'receive-batch'])
        .where('due_at', '>', nowMs + longestPauseMs)
        .update({ due_at: nowMs })
        .catch(() => {});
      await writer('channels')
        .where('paused_until', '>', nowMs + longestPauseMs)
        .update({ paused_until: nowMs + longestPauseMs, pause_ms: 0 })
        .catch(() => {});
      await writer('messages')
        .where({ status: 'sending' })
        .whereBetween('sending_at', [nowMs - unknownMs, nowMs - lostMs])
        .update({ sending_at: nowMs - unknownMs - 1 })
        .catch(() => {});
      await wait(pollMs);
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
  let before = '';
  let changedAt = Date.now();
  for (;;) {
    await simulator.outbox.settled();
    const now = await open(deps).catch(() => before);
    if (now === '') return;
    if (now !== before) changedAt = Date.now();
    if (Date.now() - changedAt > standstillMs) return console.log(`standstill: ${now}`);
    before = now;
    await wait(pollMs);
  }
}

/** Returns the jobs that are left, as text; empty when there are none. */
async function open({ database }: Deps): Promise<string> {
  const jobs = await database
    .reader('jobs')
    .whereNot({ status: 'dead' })
    .whereNot({ name: 'watch-token' })
    .select('name', 'status')
    .count({ count: '*' })
    .groupBy('name', 'status');
  return jobs.length === 0 ? '' : JSON.stringify(jobs);
}
