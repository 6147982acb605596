import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedRequest } from '@parley/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contextFor, demandsFor, log } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { startServer, type TestServer } from '../../test/start-server.ts';
import { SystemDb } from '../db/system-db.ts';
import { ClockWatch } from './clock-watch.ts';
import { claimJobs } from './statements/claim-jobs.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { followClock } from './statements/follow-clock.ts';
import { sweepLeases } from './statements/hold-leases.ts';
import { jobsTable } from './table.ts';

const hourMs = 3_600_000;

/**
 * Moves the wall clock of this process, which SQLite also uses. The monotonic clock, which measures durations, does not
 * change.
 */
function stepClock(ms: number): void {
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + ms);
  onTestFinished(() => clock.mockRestore());
}

/** Shifts the stored times, as if the clock of the database had stepped back since. */
async function storeAhead({ deps: { database } }: TestServer, ms: number): Promise<void> {
  if (database.dialect === 'sqlite') return stepClock(-ms);
  const { writer } = database;
  await writer('clock').update({ seen_ms: Date.now() + ms });
  await writer('jobs').increment('due_at', ms);
  await writer('deliveries').increment('due_at', ms);
  await writer('channel_throttles').increment('next_at_us', ms * 1_000);
  await writer('channels').increment('paused_until', ms);
  await writer('conversations').increment('pair_next_at', ms);
  await writer('webhook_lanes').increment({ next_due: ms, throttled_until: ms, window_at: ms });
}

/** Waits until it is so. Work that waits for the next hour exceeds the limit. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(isSo, { message: 'it happened' }).toBe(true);
}

describe.each(targets)('on %s', (target) => {
  test('waiting work runs at once after the clock stepped back an hour', async () => {
    const server = await startServer(target);
    onTestFinished(() => server.close());
    const { apiKey } = await server.createTenant();
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const url = `${server.baseUrl}/api/v1${path}`;
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      // biome-ignore lint/suspicious/noExplicitAny: the test knows the columns.
      return (await (await fetch(url, init)).json()) as any;
    };
    const received: ReceivedRequest[] = [];
    const receiver = await server.startReceiver((request) => {
      received.push(request);
      return {};
    });
    await call('POST', '/webhook-endpoints', { url: receiver.url, events: ['*'] });
    const channel = await call('POST', '/channels', {
      name: 'Shop',
      type: 'whatsapp',
      provider: 'sandbox',
    });
    await until(() => received.length > 0);
    await server.running.worker?.sweep();
    await server.pause();
    const before = received.length;
    const message = { channelId: channel.id, to: '5511999990321', type: 'text', text: 'Hello' };
    const sent = await call('POST', '/messages', message);
    const { writer } = server.deps.database;
    // As after a message of the hour that comes again.
    await writer('conversations').update({ pair_next_at: Date.now() + 6_000 });
    await writer('channels').update({ paused_until: Date.now() + 1_000 });
    await storeAhead(server, hourMs);
    await server.resume();
    await server.running.worker?.sweep();
    await until(async () => (await call('GET', `/messages/${sent.id}`)).status === 'read');
    await until(() => received.length > before);
    expect((await call('POST', '/messages', message)).status).toBe('queued');
  });

  test('a lease from before the step ends at its original time, and its job is due then', async () => {
    const { database } = await freshDatabase(target);
    const system = new SystemDb(database);
    const ctx = contextFor(system);
    const watch = new ClockWatch(60_000);
    await watch.mayEndLeases(system, log);
    const job = { name: 'n', payload: '{}', orderKey: null, delayMs: 0 };
    await ctx.db.run(enqueueJob, { ...job, createdAt: new Date().toISOString() });
    const demands = demandsFor(1, 'n');
    await system.run(claimJobs, { demands, leaseToken: 'lost', leaseMs: 100 });
    if (target === 'SQLite') stepClock(-hourMs);
    else {
      await database.writer('clock').update({ seen_ms: Date.now() + hourMs });
      await database.writer('jobs').increment({ lease_until: hourMs, due_at: hourMs });
    }
    await sleep(150);
    expect(await system.run(sweepLeases, null)).toBe(0);
    await watch.mayEndLeases(system, log);
    await until(async () => (await system.run(sweepLeases, null)) === 1);
    const [ready] = await ctx.db.select(jobsTable);
    expect(ready?.status).toBe('ready');
    const again = await system.run(claimJobs, { demands, leaseToken: 'next', leaseMs: 100 });
    expect(again).toHaveLength(1);
  });
});

test('a process that stands still while it reads the clock ends the leases of lost workers afterwards', async () => {
  const { database } = await freshDatabase('SQLite');
  const system = new SystemDb(database);
  const watch = new ClockWatch(60_000);
  await watch.mayEndLeases(system, log);
  const monotonic = performance.now.bind(performance);
  const run = system.run.bind(system);
  const reading = vi.spyOn(system, 'run').mockImplementationOnce(async (...given) => {
    const answer = await run(...given);
    stepClock(30_000);
    const time = vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + 30_000);
    onTestFinished(() => time.mockRestore());
    return answer;
  });
  onTestFinished(() => reading.mockRestore());
  expect(await watch.mayEndLeases(system, log)).toBe(true);
  expect(await watch.mayEndLeases(system, log)).toBe(true);
});

describe.each(targets)('a step of the clock on %s', (target) => {
  test('is reported to one of two workers that notice it at the same time', async () => {
    const { database } = await freshDatabase(target);
    const system = new SystemDb(database);
    await database.writer('clock').update({ seen_ms: Date.now() + hourMs });
    const both = [system.run(followClock, null), system.run(followClock, null)];
    const steps = (await Promise.all(both)).map(({ steppedBackMs }) => steppedBackMs > 0);
    expect(steps).toEqual([true, false]);
  });

  test('moves many limits, waiting jobs and deliveries in steps, each once, also when a process is killed in between', async () => {
    const server = await startQuiet(target);
    onTestFinished(() => server.close());
    const scene = await createScene(server);
    const endpoint = { url: 'https://example.com', events: ['contact.deleted'] };
    expect((await scene.call('POST /webhook-endpoints', endpoint)).status).toBe(201);
    const { database } = server.deps;
    const system = new SystemDb(database);
    const { writer } = database;
    const dueAt = Date.now() + 3 * hourMs;
    const createdAt = new Date().toISOString();
    const ids = Array.from({ length: 1_300 }, (_, place) => String(place));
    const times = (id: string) => ({
      tenant_id: `ten_${Number(id) % 3}`,
      status: 'ready',
      attempts: 0,
      // Each hundred at the same time. A job moves past others that were not moved yet.
      due_at: dueAt + 60_000 * Math.floor(Number(id) / 100),
      created_at: createdAt,
    });
    const job = { name: 'n', payload: '{}' };
    const delivery = { endpoint_id: 'e', event_id: 'e', event_type: 't', trigger: 'event' };
    await writer.batchInsert(
      'jobs',
      ids.map((id) => ({ ...job, ...times(id), last_error: id })),
      50,
    );
    await writer.batchInsert(
      'deliveries',
      ids.map((id) => ({
        ...{ ...delivery, ...times(id), id, series_attempts: 0 },
        updated_at: createdAt,
      })),
      50,
    );
    await writer('jobs').insert({ ...job, ...times('0'), name: 'wake-conversation' });
    await writer.batchInsert(
      'further_throttles',
      ids.map((id) => ({ tenant_id: '', name: id, next_at_us: times(id).due_at * 1_000 })),
      50,
    );
    const lane = { next_due: dueAt, open_until: dueAt, throttled_until: dueAt, window_at: dueAt };
    expect(await writer('webhook_lanes').update(lane)).toBe(1);
    await writer('clock').update({ seen_ms: Date.now() + hourMs });
    const shifts = async (table: string, idColumn: string) => {
      const rows = await writer(table).whereNotNull(idColumn);
      return rows.map(
        (row) => times(row[idColumn]).due_at - Number(row.due_at ?? Number(row.next_at_us) / 1_000),
      );
    };
    const first = await system.run(followClock, null);
    expect(first).toMatchObject({ isMoving: true, hasMoved: true });
    const some = new Set([0, first.steppedBackMs]);
    const moved = new Set([first.steppedBackMs]);
    for (const expected of [some, some, moved]) {
      expect(new Set(await shifts('further_throttles', 'name'))).toEqual(expected);
      if (expected !== moved) await system.run(followClock, null);
    }
    expect(new Set(await shifts('jobs', 'last_error'))).toEqual(some);
    // An endpoint fails meanwhile: this time is of the new clock.
    expect(await writer('webhook_lanes').update({ open_until: dueAt })).toBe(1);
    // A stopping worker leaves the rest to the worker of another process.
    await new ClockWatch(60_000).mayEndLeases(system, log, AbortSignal.abort());
    const [{ moving }] = await writer('clock');
    const { stepMs, walk, after: last } = JSON.parse(moving);
    expect([walk, last]).toEqual(['jobs', expect.objectContaining({ length: 6 })]);
    // A process of the first version was replaced here. Its walks began with the jobs.
    await writer('clock').update({ moving: JSON.stringify({ stepMs, place: 0, after: last }) });
    await new ClockWatch(60_000).mayEndLeases(system, log);
    expect(new Set(await shifts('further_throttles', 'name'))).toEqual(moved);
    expect(new Set(await shifts('jobs', 'last_error'))).toEqual(moved);
    expect(new Set(await shifts('deliveries', 'id'))).toEqual(moved);
    const [kept] = await writer('jobs').where({ name: 'wake-conversation' });
    expect(Number(kept.due_at)).toBe(dueAt);
    expect(await writer('clock')).toMatchObject([{ moving: null }]);
    const [after] = await writer('webhook_lanes');
    const shiftOf = (column: keyof typeof lane) => dueAt - Number(after[column]);
    expect(shiftOf('open_until')).toBe(0);
    for (const column of ['next_due', 'throttled_until', 'window_at'] as const) {
      expect(shiftOf(column), column).toBe(first.steppedBackMs);
    }
    // A later version has stored something that this one does not know.
    for (const unknown of [
      { walk: 'later', after: last },
      { walk: 'jobs', after: ['n'] },
    ]) {
      await writer('clock').update({ moving: JSON.stringify({ stepMs, ...unknown }) });
      expect(await system.run(followClock, null)).toMatchObject({ isMoving: false });
    }
    expect(await writer('clock')).toMatchObject([{ moving: null }]);
    expect(new Set(await shifts('jobs', 'last_error'))).toEqual(moved);
  });
});

describe.each(targets)('a sweep on %s', (target) => {
  test('writes only the time, and that at most every ten seconds', async () => {
    const server = await startServer(target);
    onTestFinished(() => server.close());
    await server.pause();
    const run = vi.spyOn(SystemDb.prototype, 'run');
    onTestFinished(() => run.mockRestore());
    const written = () =>
      run.mock.calls.flatMap(([{ access, name }]) => (access === 'write' ? [name] : []));
    const sweep = async () => {
      await server.running.worker?.sweep();
      await server.running.deliveryWorker?.sweep();
    };
    const { writer } = server.deps.database;
    await writer('clock').update({ seen_ms: Date.now() - 11_000 });
    await sweep();
    expect(written()).toEqual(['follow-clock']);
    await sweep();
    expect(written()).toEqual(['follow-clock']);
    await writer('clock').update({ seen_ms: Date.now() + hourMs });
    await sweep();
    expect(written()).toEqual(['follow-clock', 'follow-clock']);
  });
});

test('after the clock jumped forward, no lease ends for one lease time, and one watch warns', async () => {
  const { database } = await freshDatabase('SQLite');
  const system = new SystemDb(database);
  const leaseMs = 60_000;
  const watch = new ClockWatch(leaseMs);
  const quiet = new ClockWatch(leaseMs, { warns: false });
  expect(await watch.mayEndLeases(system, log)).toBe(true);
  expect(await quiet.mayEndLeases(system, log)).toBe(true);
  stepClock(hourMs);
  const warned = vi.spyOn(log, 'warn').mockReturnValueOnce();
  expect(await watch.mayEndLeases(system, log)).toBe(false);
  const [fields] = warned.mock.calls[0] as unknown as [{ jumpedMs: number }];
  expect(fields.jumpedMs % 1).toBe(0);
  expect(await quiet.mayEndLeases(system, log)).toBe(false);
  expect(warned).toHaveBeenCalledTimes(1);
  expect(await watch.mayEndLeases(system, log)).toBe(false);
  const monotonic = performance.now.bind(performance);
  const time = vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + leaseMs);
  onTestFinished(() => time.mockRestore());
  expect(await watch.mayEndLeases(system, log)).toBe(true);
});
