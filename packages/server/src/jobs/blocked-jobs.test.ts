import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { demandsFor } from '../../test/contexts.ts';
import { freshDatabase, openAt, targets } from '../../test/databases.ts';
import type { Database } from '../db/database.ts';
import { SystemDb } from '../db/system-db.ts';
import { blockJobs } from './statements/block-jobs.ts';
import { type ClaimedJob, claimJobs } from './statements/claim-jobs.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { blockedSql, freeJobs, freeSomeJobs } from './statements/free-jobs.ts';
import { type Ending, settleJob } from './statements/settle-jobs.ts';
import { jobsTable } from './table.ts';

const kind = 'anything';
const leaseMs = 60_000;
const done: Ending = { outcome: 'done', delayMs: 0, error: null };

describe.each(targets)('jobs that wait for an older one of their key, on %s', (target) => {
  test('are blocked until it ends, each by the one before it', async () => {
    const { system } = await setUp();
    await add(system, 'ten_a', 3, 'cnv_1');
    await add(system, 'ten_a', 1, null);
    await add(system, 'ten_b', 1, 'cnv_1');
    expect(await claim(system, 10)).toHaveLength(3);
    expect(await system.run(blockJobs, [kind])).toBe(2);
    expect(await system.run(blockJobs, [kind])).toBe(0);
    const first = await positionsOf(system, 'leased');
    await settle(system, first[0], done);
    expect(await statuses(system)).toEqual(['ready', 'blocked', 'leased']);
    await claim(system, 10);
    const [second] = await positionsOf(system, 'leased');
    await settle(system, second, { outcome: 'dead', delayMs: 0, error: 'gave up' });
    expect(await statuses(system)).toEqual(['dead', 'ready', 'leased']);
    expect(await claim(system, 10)).toHaveLength(1);
  });

  test('stay blocked while it is to run again', async () => {
    const { system } = await setUp();
    await add(system, 'ten_a', 2, 'cnv_1');
    const [first] = await claim(system, 1);
    await system.run(blockJobs, [kind]);
    for (const outcome of ['retry', 'release'] as const) {
      await settle(system, first?.position, { outcome, delayMs: 0, error: null });
      expect(await statuses(system)).toEqual(['ready', 'blocked']);
      expect(await claim(system, 1)).toMatchObject([{ position: first?.position }]);
    }
  });

  test('are freed when they wait for none', async () => {
    const { system, database } = await setUp();
    await add(system, 'ten_a', 2, 'cnv_1');
    const [first] = await claim(system, 1);
    await system.run(blockJobs, [kind]);
    expect(await freeJobs(system)).toBe(0);
    await database.writer('jobs').where({ position: first?.position }).delete();
    if (target === 'SQLite') {
      const plan = await database.writer.raw(`explain query plan ${blockedSql('?')}`, [0]);
      expect(JSON.stringify(plan)).toContain('INDEX jobs_blocked');
    }
    expect(await freeJobs(system)).toBe(1);
    expect(await claim(system, 1)).toHaveLength(1);
  });

  test('are freed a limited number at a time', async () => {
    const { system, database } = await setUp();
    await add(system, 'ten_a', 1, 'cnv_1');
    const columns =
      'tenant_id, name, payload, status, lane, priority, attempts, due_at, created_at';
    await database.writer.raw(
      `insert into jobs (${columns}, order_key)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2500)
       select ${columns.replace('status', "'blocked'")}, 'cnv_' || (n + 1) from jobs, numbers`,
    );
    const run =
      target === 'SQLite' ? vi.spyOn(freeSomeJobs, 'sqlite') : vi.spyOn(freeSomeJobs, 'postgres');
    expect(await freeJobs(system)).toBe(2_500);
    expect(run).toHaveBeenCalledTimes(3);
    vi.restoreAllMocks();
    expect(new Set(await statuses(system))).toEqual(new Set(['ready']));
  });

  test('all run, one after the other, while two processes claim, block and settle', async () => {
    const { system, other } = await setUp();
    const keys = Array.from({ length: 15 }, (_, n) => `cnv_${n}`);
    for (const key of keys) await add(system, 'ten_a', 8, key);
    const left = { jobs: keys.length * 8 };
    const running = new Set<string | null>();
    const work = async (own: SystemDb) => {
      while (left.jobs > 0) {
        const jobs = await claim(own, 7);
        for (const { order_key: key } of jobs) {
          expect(running.has(key)).toBe(false);
          running.add(key);
        }
        const settled = jobs.map(async (job, place) => {
          for (let turns = place % 3; turns > 0; turns -= 1) await nextTurn();
          running.delete(job.order_key);
          await settleClaimed(own, job, done);
          left.jobs -= 1;
        });
        await Promise.all([...settled, own.run(blockJobs, [kind])]);
      }
    };
    await Promise.all([system, other].flatMap((own) => [work(own), work(own)]));
    expect(await statuses(system)).toEqual([]);
  });

  async function setUp(): Promise<{ system: SystemDb; other: SystemDb; database: Database }> {
    const { database, place } = await freshDatabase(target);
    return { system: new SystemDb(database), other: new SystemDb(openAt(place)), database };
  }
});

async function add(system: SystemDb, tenantId: string, count: number, orderKey: string | null) {
  for (let n = 0; n < count; n += 1) {
    const job = {
      name: kind,
      payload: '{}',
      orderKey,
      delayMs: 0,
      createdAt: '2026-11-20T00:00:00.000Z',
    };
    await system.forTenant(tenantId).run(enqueueJob, job);
  }
}

async function claim(system: SystemDb, room: number): Promise<readonly ClaimedJob[]> {
  return await system.run(claimJobs, {
    demands: demandsFor(room, kind),
    leaseToken: 'token',
    leaseMs,
  });
}

/** Ends the lease of a job of the tenant `ten_a` with the order key `cnv_1`. */
async function settle(system: SystemDb, position: number | undefined, how: Ending): Promise<void> {
  const lease = {
    position: position ?? 0,
    leaseToken: 'token',
    tenantId: 'ten_a',
    orderKey: 'cnv_1',
  };
  expect(await system.run(settleJob, { ...lease, ...how })).toBe(true);
}

async function settleClaimed(system: SystemDb, job: ClaimedJob, how: Ending): Promise<void> {
  const { position, tenant_id: tenantId, order_key: orderKey } = job;
  await system.run(settleJob, { position, leaseToken: 'token', tenantId, orderKey, ...how });
}

async function statuses(system: SystemDb): Promise<string[]> {
  const jobs = await system.forTenant('ten_a').select(jobsTable).orderBy('position');
  return jobs.map(({ status }) => status);
}

async function positionsOf(system: SystemDb, status: 'leased'): Promise<number[]> {
  const jobs = await system
    .forTenant('ten_a')
    .select(jobsTable)
    .where({ status })
    .orderBy('position');
  return jobs.map(({ position }) => position);
}
