import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inTime } from '../in-time.ts';
import { connectAlone, endAlone } from './postgres.ts';
import type { Topic } from './statement.ts';

/** The channel of Postgres on which processes announce work. The payload names its topics. */
export const workChannel = 'parley_work';

interface ListenOptions {
  wake(topics: readonly Topic[]): void;
  readonly topics: readonly Topic[];
  readonly log: Logger;
  /** How often the listener checks that its connection still works, in milliseconds. */
  readonly checkMs?: number;
  /** The limit for an answer of Postgres, in milliseconds. Default: that of processes that serve requests. */
  readonly answerTimeoutMs?: number;
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;
const stopMs = 1_000;

/**
 * Calls `wake` when another process announces work, on a connection of its own. After a lost connection, opens another
 * one and wakes all topics, because announcements may be lost. Returns a function that stops it in at most a second.
 */
export function listenForWork(databaseUrl: string, options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController();
  const ended = keepListening(databaseUrl, options, stopping.signal);
  return async () => {
    stopping.abort();
    await inTime(ended, stopMs, () => {});
  };
}

async function keepListening(
  databaseUrl: string,
  options: ListenOptions,
  stopping: AbortSignal,
): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!stopping.aborted) {
    const sinceMs = performance.now();
    try {
      await listen(databaseUrl, options, stopping);
    } catch (err) {
      if (stopping.aborted) return;
      options.log.warn({ err }, 'could not listen for work: workers look for it each second');
    }
    const hasLasted = performance.now() - sinceMs > longestPauseMs;
    pauseMs = hasLasted ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Listens on one connection. Rejects when the connection fails, or when `stopping` is aborted. */
async function listen(
  databaseUrl: string,
  { wake, topics, checkMs = 30_000, answerTimeoutMs }: ListenOptions,
  stopping: AbortSignal,
): Promise<void> {
  const client = await connectAlone(databaseUrl, answerTimeoutMs);
  client.on('notification', ({ payload = '' }) => wake(payload.split(' ')));
  try {
    await client.query(`listen ${workChannel}`);
    wake(topics);
    const lost = once(client, 'end', { signal: stopping });
    for (;;) {
      await Promise.race([lost, sleep(checkMs, undefined, { signal: stopping })]);
      // Also rejects when the connection has ended.
      await client.query('select 1');
    }
  } finally {
    await endAlone(client);
  }
}
