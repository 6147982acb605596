import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startPatientClock } from './patient-clock.ts';
import type { TestServer } from './start-server.ts';

/** The limit for the recovery after a fault, in milliseconds. */
const recoveryMs = 10_000;
/** The limit for the requests after the last failure, in milliseconds. It only ends a test in which a request hangs. */
const windowMs = 120_000;
/** How many quick successes each client must get after the last failure of any client. */
const wanted = 16;
const quickMs = 2_000;
/** The limit for the work in one turn of the loop, in milliseconds of CPU. It is wide, because machines differ. */
const longestHoldMs = 2_000;
const clients = 16;
/**
 * The wait between two requests of a client, in milliseconds. It is longer after the fault: a process may run several
 * loads at once, and a request that waits for those of other loads counts as a failure.
 */
const thinkMs = { faulty: 20, recovering: 500 };
/**
 * After the fault, a client also waits this many times as long as its last request took. Otherwise, a slow machine never
 * ends the requests of several loads quickly.
 */
const restAfterRequest = 2;

interface Seen {
  readonly status: number;
  /** The duration by the patient clock. */
  readonly ms: number;
  readonly retryAfter: string | null;
}

export interface Load {
  readonly seen: readonly Seen[];
  /** Waits until every client has received a response. */
  begun(): Promise<void>;
  /**
   * Waits until 16 quick successes of every client follow the last failure. Fails when a failure comes later than 10 s,
   * or when the process held its loop for 2 s. Then ends the load.
   */
  recovered(): Promise<void>;
}

/** Sends a request that reads (even `count`) or writes contacts. Returns its response without the body. */
export async function askContacts(
  baseUrl: string,
  apiKey: string,
  count: number,
): Promise<Response> {
  const isWrite = count % 2 === 1;
  const response = await fetch(`${baseUrl}/api/v1/contacts`, {
    method: isWrite ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(isWrite && { body: JSON.stringify({ name: `Contact ${count}` }) }),
  });
  await response.arrayBuffer();
  return response;
}

/** Starts clients that read and write contacts of a new tenant until the server has recovered. */
export async function startLoad(
  server: Pick<TestServer, 'baseUrl' | 'createTenant'>,
  onEnd = onTestFinished,
  recoveringThinkMs = thinkMs.recovering,
): Promise<Load> {
  const { apiKey } = await server.createTenant();
  const clock = startPatientClock(onEnd);
  const seen: Seen[] = [];
  const successes = new Array<number>(clients).fill(0);
  const answered = new Set<number>();
  let failedAt = 0;
  let isOver = false;
  let pauseMs = (_tookMs: number) => thinkMs.faulty;
  let count = 0;
  const client = async (place: number) => {
    while (!isOver) {
      const start = clock();
      count += 1;
      const { status, headers } = await askContacts(server.baseUrl, apiKey, count);
      const ms = clock() - start;
      seen.push({ status, ms, retryAfter: headers.get('retry-after') });
      answered.add(place);
      if (status < 300 && ms < quickMs) successes[place] = (successes[place] ?? 0) + 1;
      else {
        successes.fill(0);
        failedAt = clock();
      }
      await sleep(pauseMs(ms));
    }
  };
  const ended = Promise.all(Array.from(successes.keys(), client));
  // After a failure of the test, the server ends while requests wait.
  ended.catch(() => {});
  onEnd(() => {
    isOver = true;
  });
  const poll = async (isDone: () => boolean) => {
    while (!isDone() && !isOver) await sleep(20);
  };
  // A connection that the server resets ends a client, and so the test.
  const until = (isDone: () => boolean) => Promise.race([ended, poll(isDone)]);
  return {
    seen,
    begun: async () => void (await until(() => answered.size === clients)),
    async recovered() {
      pauseMs = (tookMs) => Math.max(recoveringThinkMs, restAfterRequest * tookMs);
      successes.fill(0);
      const start = clock();
      failedAt = start;
      await until(() => {
        expect(failedAt - start, 'the last failure').toBeLessThan(recoveryMs);
        expect(clock() - failedAt, `successes of the clients: ${successes}`).toBeLessThan(windowMs);
        return successes.every((some) => some >= wanted);
      });
      isOver = true;
      await ended;
      expect(clock.longestHoldMs()).toBeLessThan(longestHoldMs);
    },
  };
}
