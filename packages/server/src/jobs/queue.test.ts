import { describe, expect, test } from 'vitest';
import { contextFor, demandsFor, jobOf } from '../../test/contexts.ts';
import { freshDatabase, type Target, targets } from '../../test/databases.ts';
import type { Database } from '../db/database.ts';
import { SystemDb } from '../db/system-db.ts';
import { recordEvent } from '../events/service.ts';
import { eventsTable } from '../events/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { completeJob, LeaseLostError } from './queue.ts';
import { type ClaimedJob, claimJobs } from './statements/claim-jobs.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { holdLease, sweepLeases } from './statements/hold-leases.ts';
import { settleJob } from './statements/settle-jobs.ts';
import { jobsTable } from './table.ts';

const leaseMs = 60_000;

describe.each(targets)('the queue on %s', (target) => {
  test('a claim shares fairly between tenants, whatever their backlog', async () => {
    const { system } = await setUp(target);
    await addJobs(system, 'ten_big', 500);
    for (let n = 0; n < 9; n += 1) await addJobs(system, `ten_small_${n}`, 2);
    const claimed = await claim(system, 'a', 20);
    const tenants = new Set(claimed.map((job) => job.tenant_id));
    expect(claimed).toHaveLength(20);
    expect(tenants.size).toBe(10);
  });

  test('two workers never hold the same job', async () => {
    const { system } = await setUp(target);
    await addJobs(system, 'ten_a', 100);
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd'].map((leaseToken) => claim(system, leaseToken, 40)),
    );
    const positions = claims.flat().map((job) => job.position);
    expect(new Set(positions).size).toBe(positions.length);
    expect(positions.length).toBeGreaterThanOrEqual(40);
  });

  test('jobs with one order key run in sequence, oldest first', async () => {
    const { database, system } = await setUp(target);
    await addJobs(system, 'ten_a', 3, { orderKey: 'cnv_1' });
    const first = await claim(system, 'a');
    expect(first).toHaveLength(1);
    expect(await claim(system, 'b')).toHaveLength(0);
    await system.run(settleJob, {
      ...leaseOf(first, 'a'),
      outcome: 'retry',
      delayMs: 60_000,
      error: 'later',
    });
    expect(await claim(system, 'c')).toHaveLength(0);
    await execute(database, 'update jobs set due_at = 0');
    const again = await claim(system, 'd');
    expect(again.map((job) => job.position)).toEqual(first.map((job) => job.position));
    expect(again[0]?.attempts).toBe(2);
    await system.run(settleJob, {
      ...leaseOf(again, 'd'),
      outcome: 'done',
      delayMs: 0,
      error: null,
    });
    const second = await claim(system, 'e');
    expect(second[0]?.position).toBeGreaterThan(first[0]?.position ?? Infinity);
  });

  test('a dead job does not block later jobs of its key', async () => {
    const { system } = await setUp(target);
    await addJobs(system, 'ten_a', 2, { orderKey: 'cnv_1' });
    const first = await claim(system, 'a');
    await system.run(settleJob, {
      ...leaseOf(first, 'a'),
      outcome: 'dead',
      delayMs: 0,
      error: 'gave up',
    });
    expect(await claim(system, 'b')).toHaveLength(1);
  });

  test('another worker gets an expired lease, and the first worker can no longer settle the job', async () => {
    const { database, system } = await setUp(target);
    await addJobs(system, 'ten_a', 1);
    const stale = await claim(system, 'stale', 1);
    expect(await system.run(sweepLeases, null)).toBe(0);
    await execute(database, 'update jobs set lease_until = 1');
    expect(await system.run(sweepLeases, null)).toBe(1);
    const fresh = await claim(system, 'fresh', 1);
    expect(fresh.map((job) => job.position)).toEqual(stale.map((job) => job.position));
    const settlement = { ...leaseOf(stale, 'stale'), delayMs: 0, error: null };
    expect(await system.run(settleJob, { ...settlement, outcome: 'done' })).toBe(false);
    expect(await system.run(settleJob, { ...settlement, outcome: 'retry' })).toBe(false);
    expect(await system.run(holdLease, { ...leaseOf(stale, 'stale'), leaseMs })).toBe(false);
    expect(await system.run(holdLease, { ...leaseOf(fresh, 'fresh'), leaseMs })).toBe(true);
    expect(
      await system.run(settleJob, {
        ...leaseOf(fresh, 'fresh'),
        outcome: 'done',
        delayMs: 0,
        error: null,
      }),
    ).toBe(true);
  });

  test('rolls back the writes of a worker that lost its lease', async () => {
    const { database, system } = await setUp(target);
    const ctx = contextFor(system, 'ten_a');
    await addJobs(system, 'ten_a', 1);
    const [row] = await claim(system, 'stale', 1);
    const job = jobOf(row, 'stale');
    await execute(database, `update jobs set lease_token = 'somebody else'`);
    const write = inTransaction(ctx, async (ctx) => {
      recordEvent(ctx, 'message.sent', { object: { id: 'msg_1' } });
      await completeJob(ctx, job);
    });
    await expect(write).rejects.toThrow(LeaseLostError);
    expect(await ctx.db.select(eventsTable)).toEqual([]);
    expect(job.settled).toBe(false);
  });

  test('a job completed in a transaction that fails is not completed', async () => {
    const { system } = await setUp(target);
    const ctx = contextFor(system, 'ten_a');
    await addJobs(system, 'ten_a', 1);
    const [row] = await claim(system, 'a', 1);
    const job = jobOf(row, 'a');
    const failing = inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(job.settled).toBe(false);
    expect(await ctx.db.select(jobsTable)).toHaveLength(1);
    await inTransaction(ctx, (ctx) => completeJob(ctx, job));
    expect(job.settled).toBe(true);
    expect(await ctx.db.select(jobsTable)).toHaveLength(0);
  });
});

async function setUp(target: Target) {
  const { database } = await freshDatabase(target);
  return { database, system: new SystemDb(database) };
}

function claim(system: SystemDb, leaseToken: string, room = 10) {
  return system.run(claimJobs, { demands: demandsFor(room, 'anything'), leaseToken, leaseMs });
}

async function addJobs(
  system: SystemDb,
  tenantId: string,
  count: number,
  { orderKey = null }: { orderKey?: string | null } = {},
): Promise<void> {
  const db = system.forTenant(tenantId);
  await db.transaction(async (db) => {
    for (let n = 0; n < count; n += 1) {
      await db.run(enqueueJob, {
        name: 'anything',
        payload: '{}',
        orderKey,
        delayMs: 0,
        createdAt: '2026-11-20T00:00:00.000Z',
      });
    }
  });
}

function leaseOf([claimed]: readonly ClaimedJob[], leaseToken: string) {
  const { position = 0, tenant_id: tenantId = '', order_key: orderKey = null } = claimed ?? {};
  return { position, leaseToken, tenantId, orderKey };
}

async function execute(database: Database, sql: string): Promise<void> {
  await database.writer.raw(sql);
}
