import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type CommandOptions, environment, startCommand } from '../../test/command.ts';
import { freshPlace, makePlace, type Place } from '../../test/databases.ts';
import { type Fault, type FaultyLink, faultyLink } from '../../test/faulty-link.ts';
import { askContacts, startLoad } from '../../test/load.ts';
import { type PatientClock, startPatientClock } from '../../test/patient-clock.ts';
import { startServer } from '../../test/start-server.ts';
import { generateKey } from '../api-keys/format.ts';
import { contextOf } from '../cli/context.ts';
import { readConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { alone } from './migrate.ts';

/**
 * The limit for an answer of the database. It is shorter than in production, so that a busy machine has time to spare.
 * The test of `answerLimits` proves the same for production, and a variable lets these tests use its limit.
 */
const answerTimeoutMs = Number(process.env['ANSWER_MS'] ?? 3_000);
/**
 * The limit for a response, in milliseconds: the limit for an answer of the database, and the waits for a connection
 * and for a batch before it.
 */
const deadlineMs = answerTimeoutMs + 5_000 + 5_000 + 1_500;
const faultMs = 4_000;
/**
 * The limit for the stop of the server, in milliseconds. Pending work may take 25 s, the connections 2 s and the pools
 * 2 s.
 */
const hardStopMs = 30_000;

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
  return { server, link };
}

const faults: Fault[] = ['latency', 'blackhole', 'half-open', 'reset', 'slow close'];

// These tests wait most of their time, so they wait at the same time, the longest first.
test.concurrent('SIGTERM ends the processes of a server while the database does not respond', async ({
  expect,
  onTestFinished,
}) => {
  const { link, start } = await placeBehindLink(onTestFinished);
  const server = await start(['serve'], {
    ready: /listening on .*\n/,
    env: { PARLEY_PROCESSES: '2' },
  });
  const [url = ''] = /http:\/\/[\w.]+:\d+/.exec(server.output()) ?? [];
  // An unknown key, so that the request must ask the database.
  const headers = { authorization: `Bearer ${generateKey()}` };
  const ask = () => fetch(`${url}/api/v1/contacts`, { headers });
  expect((await ask()).status).toBe(401);
  link.setFaultAt('api_keys', 'blackhole');
  const pending = Promise.allSettled(Array.from({ length: 50 }, ask));
  await expect.poll(link.fault).toBe('blackhole');
  const clock = startPatientClock(onTestFinished);
  expect(await server.stop()).toBe(0);
  expect(clock()).toBeLessThan(hardStopMs);
  await pending;
});

test.concurrent('SIGTERM ends a worker and an import while the database does not respond', async ({
  expect,
  onTestFinished,
}) => {
  const { link, place, start } = await placeBehindLink(onTestFinished);
  const worker = await start(['worker'], { ready: /worker is running/ });
  const file = join(place.dataDir, 'contacts.csv');
  writeFileSync(file, 'name\nAna\n');
  link.setFaultAt('contact_imports', 'blackhole');
  const imported = await start(['contacts', 'import', file], {});
  await expect.poll(link.fault).toBe('blackhole');
  const clock = startPatientClock(onTestFinished);
  // The worker has nothing to lose, and the import fails when its answer is overdue. If one did not end by itself, it
  // would be ended: see stop-signals.test.ts.
  expect(await Promise.all([worker.stop(), imported.stop()])).toEqual([0, 1]);
  expect(clock()).toBeLessThan(hardStopMs);
});

/** Creates a migrated database with a tenant behind a link. Commands start there. */
async function placeBehindLink(onEnd: typeof onTestFinished) {
  const { remove, ...direct } = await makePlace('Postgres');
  onEnd(remove);
  const link = await faultyLink(direct.databaseUrl ?? '', onEnd);
  onEnd(() => link.setFault('reset'));
  const deps = createDeps(readConfig(environment(direct)).config);
  await createTenant(contextOf(deps, deps.newId('ten')), { name: 'Acme' });
  await deps.database.close();
  const place: Place = { ...direct, databaseUrl: link.url };
  const start = (words: readonly string[], options: Omit<CommandOptions, 'onEnd'>) =>
    startCommand(place, words, { ...options, onEnd });
  return { link, place, start };
}

test.concurrent.for(faults)(
  'under load every request ends in time despite the fault "%s", and none fails later than 10 s after it',
  async (fault, { onTestFinished }) => {
    const { server, link } = await startLinked(onTestFinished);
    onTestFinished(() => server.close());
    // Open sessions would block the removal of the database.
    onTestFinished(() => link.setFault('reset'));
    const load = await startLoad(server, onTestFinished);
    await load.begun();
    link.setFault(fault);
    await sleep(faultMs);
    link.setFault('none');
    await load.recovered();
    const statuses = [...new Set(load.seen.map(({ status }) => status))];
    expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    for (const { status, retryAfter } of load.seen)
      if (status === 503) expect(retryAfter).not.toBe(null);
    expect(Math.max(...load.seen.map(({ ms }) => ms))).toBeLessThan(deadlineMs);
  },
);

test.concurrent('fails readiness and stops while the database does not respond', async ({
  expect,
  onTestFinished,
}) => {
  const { server, link } = await startLinked(onTestFinished);
  const { apiKey } = await server.createTenant();
  const ask = (count: number) => askContacts(server.baseUrl, apiKey, count);
  const ready = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  link.setFault('blackhole');
  const pending = Promise.allSettled(Array.from({ length: 200 }, (_, count) => ask(count)));
  expect(await ready()).toBe(503);
  const clock = startPatientClock(onTestFinished);
  await server.running.stop();
  expect(clock()).toBeLessThan(hardStopMs);
  await pending;
  link.setFault('reset');
  await server.close();
});

/** The time in which all requests must succeed again after a fault, in milliseconds. */
const recoveryMs = 10_000;

/** Repeats a request, as its client does, while the server opens connections after the fault. */
async function patiently<Answered extends { answer: Response }>(
  ask: () => Promise<Answered>,
  clock: PatientClock,
): Promise<Answered> {
  const answered = await ask();
  const isFinal = answered.answer.status !== 503 || clock() > recoveryMs;
  return isFinal ? answered : await patiently(ask, clock);
}

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
    const clock = startPatientClock(onTestFinished);
    const again = await patiently(() => post(path, body, 'once'), clock);
    expect(again.answer.headers.get('idempotent-replayed'), JSON.stringify(again.json)).toBe(
      'true',
    );
    expect([201, 202]).toContain(again.answer.status);
    const list = await patiently(async () => {
      const url = `${server.baseUrl}/api/v1${path}?limit=100`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
      return { answer, json: (await answer.json()) as { data: { id: string }[] } };
    }, clock);
    const { data } = list.json;
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
  link.setFaultAt('pg_try_advisory_lock', 'blackhole');
  const clock = startPatientClock();
  const silent = alone({ databaseUrl: link.url, dataDir, answerTimeoutMs }, async () => {
    begun.push('silent');
  });
  silent.catch(() => {});
  const third = alone({ databaseUrl, dataDir }, async () => {
    begun.push('third');
  });
  await expect(silent).rejects.toThrow();
  expect(clock()).toBeLessThan(answerTimeoutMs + 5_000);
  expect(begun).toEqual(['first']);
  end();
  await Promise.all([first, third]);
  expect(begun).toEqual(['first', 'third']);
});
