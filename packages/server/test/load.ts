import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startPatientClock } from './patient-clock.ts';
import type { TestServer } from './start-server.ts';

/** The limit for the recovery after a fault, in milliseconds. */
const recoveryMs = 10_000;
/** How many quick successes in a row each client must get. A connection that stays slow or lost would interrupt them. */
const wanted = 3;
const quickMs = 2_000;
const clients = 16;
/**
 * The wait between two requests of a client, in milliseconds. It is longer after the fault, because other tests need
 * the machine.
 */
const thinkMs = { faulty: 20, recovering: 250 };

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
  /** Waits until every client gets quick successes only. Fails when this takes 10 s. Then ends the load. */
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
export async function startLoad(server: TestServer, onEnd = onTestFinished): Promise<Load> {
  const { apiKey } = await server.createTenant();
  const clock = startPatientClock(onEnd);
  const seen: Seen[] = [];
  const successes = new Array<number>(clients).fill(0);
  let isOver = false;
  let pauseMs = thinkMs.faulty;
  let count = 0;
  const client = async (place: number) => {
    while (!isOver) {
      const start = clock();
      count += 1;
      const { status, headers } = await askContacts(server.baseUrl, apiKey, count);
      const ms = clock() - start;
      seen.push({ status, ms, retryAfter: headers.get('retry-after') });
      const isSuccess = status < 300 && ms < quickMs;
      successes[place] = isSuccess ? (successes[place] ?? 0) + 1 : 0;
      await sleep(pauseMs);
    }
  };
  const ended = Promise.all(Array.from(successes.keys(), client));
  // After a failure of the test, the server ends while requests wait.
  ended.catch(() => {});
  onEnd(() => {
    isOver = true;
  });
  const haveSuccesses = async (least: number, limitMs: number) => {
    const start = clock();
    while (!successes.every((some) => some >= least)) {
      expect(clock() - start, `successes of the clients: ${successes}`).toBeLessThan(limitMs);
      await sleep(20);
    }
  };
  return {
    seen,
    begun: () => haveSuccesses(1, Number.POSITIVE_INFINITY),
    async recovered() {
      pauseMs = thinkMs.recovering;
      successes.fill(0);
      await haveSuccesses(wanted, recoveryMs);
      isOver = true;
      await ended;
    },
  };
}
