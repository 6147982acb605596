import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../../test/command.ts';
import { freshPlace } from '../../test/databases.ts';
import { type Fault, type FaultyLink, faultyLink } from '../../test/faulty-link.ts';
import { startServer } from '../../test/start-server.ts';
import { generateKey } from '../api-keys/format.ts';
import { alone } from './migrate.ts';

const answerTimeoutMs = 1_500;
/**
 * The limit for a response, in milliseconds: the limit for an answer of the database, and the waits for a connection
 * and for a batch before it.
 */
const deadlineMs = answerTimeoutMs + 5_000 + 5_000 + 1_500;
const faultMs = 3_000;
const recoveryMs = 10_000;
const clients = 16;
/**
 * The wait between two requests of a client, in milliseconds. It is longer after the faults, because other tests need
 * the machine.
 */
const thinkMs = { faulty: 20, recovering: 250 };
/**
 * The limit for the stop of the server, in milliseconds. Pending work may take 25 s, the connections 2 s and the pools
 * 2 s.
 */
const hardStopMs = 30_000;

interface Seen {
  status: number;
  ms: number;
  retryAfter: string | null;
}

async function startLinked(onEnd = onTestFinished) {
  let link: FaultyLink | undefined;
  const server = await startServer('Postgres', {
    answerTimeoutMs,
    link: async (databaseUrl) => {
      link = await faultyLink(databaseUrl, onEnd);
      return link.url;
    },
  });
  if (!link) throw new Error('the server has no database behind a link');
  const { apiKey } = await server.createTenant();
  const ask = async (count: number): Promise<Seen> => {
    const start = performance.now();
    const isWrite = count % 2 === 0;
    const response = await fetch(`${server.baseUrl}/api/v1/contacts`, {
      method: isWrite ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(isWrite && { body: JSON.stringify({ name: `Contact ${count}` }) }),
    });
    await response.arrayBuffer();
    const ms = performance.now() - start;
    return { status: response.status, ms, retryAfter: response.headers.get('retry-after') };
  };
  return { server, link, ask };
}

const faults: Fault[] = ['latency', 'blackhole', 'half-open', 'reset', 'slow close'];

// These tests wait most of their time, so they wait at the same time, the longest first.
test.concurrent('SIGTERM ends the process while the database does not respond', async ({
  onTestFinished,
}) => {
  const { databaseUrl = '', dataDir } = await freshPlace('Postgres', onTestFinished);
  const link = await faultyLink(databaseUrl, onTestFinished);
  onTestFinished(() => link.setFault('reset'));
  const place = { databaseUrl: link.url, dataDir };
  const server = await startCommand(place, ['serve'], {
    ready: /listening on .*\n/,
    onEnd: onTestFinished,
  });
  const [url = ''] = /http:\/\/[\w.]+:\d+/.exec(server.output()) ?? [];
  // An unknown key, so that the request must ask the database.
  const headers = { authorization: `Bearer ${generateKey()}` };
  const ask = () => fetch(`${url}/api/v1/contacts`, { headers });
  expect((await ask()).status).toBe(401);
  link.setFault('blackhole');
  const pending = Promise.allSettled(Array.from({ length: 50 }, ask));
  await sleep(200);
  const start = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - start).toBeLessThan(hardStopMs);
  await pending;
});

test.concurrent.for(faults)(
  'under load every request ends in time while the database has the fault "%s", and all succeed 10 s later',
  async (fault, { onTestFinished }) => {
    const { server, link, ask } = await startLinked(onTestFinished);
    onTestFinished(() => server.close());
    // Open sessions would block the removal of the database.
    onTestFinished(() => link.setFault('reset'));
    const seen: Seen[] = [];
    let isLoaded = true;
    let pauseMs = thinkMs.faulty;
    let count = 0;
    const client = async () => {
      while (isLoaded) {
        seen.push(await ask(count++));
        await sleep(pauseMs);
      }
    };
    const load = Promise.all(Array.from({ length: clients }, client));
    await sleep(500);
    link.setFault(fault);
    await sleep(faultMs);
    link.setFault('none');
    pauseMs = thinkMs.recovering;
    await sleep(recoveryMs);
    const before = seen.length;
    await sleep(2_000);
    isLoaded = false;
    await load;
    const statuses = [...new Set(seen.map(({ status }) => status))];
    expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    for (const { status, retryAfter } of seen)
      if (status === 503) expect(retryAfter).not.toBe(null);
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(deadlineMs);
    const late = seen.slice(before);
    expect(late.length).toBeGreaterThan(clients);
    expect(late.filter(({ status }) => status === 503)).toEqual([]);
    // A connection that stays slow would show in more than one request of twenty. A single one may wait for the CPU.
    const times = late.slice(clients).map(({ ms }) => ms);
    const isSlow = (ms: number) => ms >= 2_000;
    expect(times.filter(isSlow).length).toBeLessThanOrEqual(times.length / 20);
  },
);

test.concurrent('fails readiness and stops while the database does not respond', async ({
  onTestFinished,
}) => {
  const { server, link, ask } = await startLinked(onTestFinished);
  await ask(1);
  const ready = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
  expect(await ready()).toBe(200);
  link.setFault('blackhole');
  const pending = Promise.allSettled(Array.from({ length: 200 }, (_, count) => ask(count)));
  await sleep(100);
  expect(await ready()).toBe(503);
  const start = performance.now();
  await server.running.stop();
  expect(performance.now() - start).toBeLessThan(hardStopMs);
  await pending;
  link.setFault('reset');
  await server.close();
});

/** Creating a contact uses a transaction; the second message of a conversation uses one statement. */
const written = [
  ['/contacts', (n: number) => ({ externalId: `customer-${n}` })],
  ['/messages', (n: number) => ({ text: `Hello ${n}` })],
] as const;

test.concurrent.for(written)(
  'POST %s reports an unknown outcome after a lost commit response, and has one effect when repeated',
  async ([path, bodyOf], { onTestFinished }) => {
    const { server, link } = await startLinked(onTestFinished);
    onTestFinished(() => server.close());
    onTestFinished(() => link.setFault('reset'));
    const { apiKey } = await server.createTenant();
    const post = async (path: string, body: object, key?: string) => {
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      };
      const url = `${server.baseUrl}/api/v1${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { answer, json: (await answer.json()) as Record<string, unknown> };
    };
    const channel = await post('/channels', {
      name: 'Shop',
      type: 'whatsapp',
      provider: 'sandbox',
    });
    const message = { channelId: channel.json['id'], to: '5511999990321', type: 'text' };
    await post('/messages', { ...message, text: 'Hello' });
    await server.pause();
    const body = { ...(path === '/messages' ? message : {}), ...bodyOf(1) };
    link.setFaultAt('COMMIT', 'half-open');
    const lost = await post(path, body, 'once');
    expect([lost.answer.status, lost.answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.stringify(lost.json)).toContain('may have been made or not');
    link.setFault('none');
    const again = await post(path, body, 'once');
    expect(again.answer.headers.get('idempotent-replayed'), JSON.stringify(again.json)).toBe(
      'true',
    );
    expect([201, 202]).toContain(again.answer.status);
    const list = await fetch(`${server.baseUrl}/api/v1${path}?limit=100`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { data } = (await list.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toContain(again.json['id']);
    expect(data).toHaveLength(2);
  },
);

test('a waiting migration gives up when the database stops responding, and another process migrates', async () => {
  const { databaseUrl = '', dataDir } = await freshPlace('Postgres');
  const link = await faultyLink(databaseUrl);
  onTestFinished(() => link.setFault('reset'));
  const begun: string[] = [];
  let end = () => {};
  const first = alone({ databaseUrl, dataDir }, async () => {
    begun.push('first');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await expect.poll(() => begun).toEqual(['first']);
  const silent = alone({ databaseUrl: link.url, dataDir, answerTimeoutMs }, async () => {
    begun.push('silent');
  });
  silent.catch(() => {});
  const third = alone({ databaseUrl, dataDir }, async () => {
    begun.push('third');
  });
  await sleep(500);
  link.setFault('blackhole');
  const start = performance.now();
  await expect(silent).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(answerTimeoutMs + 3_000);
  expect(begun).toEqual(['first']);
  end();
  await Promise.all([first, third]);
  expect(begun).toEqual(['first', 'third']);
});
