import { describe, expect, test } from 'vitest';
import { contextFor, demandsFor, log, newId } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { holdPolls } from '../../test/hold-polls.ts';
import type { Database } from '../db/database.ts';
import { SystemDb } from '../db/system-db.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { JobHandler } from './job-handler.ts';
import { completeJob, type Job, LeaseLostError } from './queue.ts';
import { claimJobs } from './statements/claim-jobs.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { sweepLeases } from './statements/hold-leases.ts';
import { jobsTable } from './table.ts';
import { Worker } from './worker.ts';

type Payload = { n: number };

describe.each(targets)('a worker on %s', (target) => {
  test('runs due jobs for their tenant and completes them', async () => {
    const { database, ran, worker } = await workerWith(target, {});
    const system = new SystemDb(database);
    const [a, b] = [contextFor(system), contextFor(system)];
    await add(a, 1);
    await add(b, 2);
    await add(a, 3, { delayMs: 60_000 });
    await worker.runUntilIdle();
    expect(ran.map(({ tenantId, n }) => [tenantId, n]).sort()).toEqual(
      [
        [a.db.tenantId, 1],
        [b.db.tenantId, 2],
      ].sort(),
    );
    expect(await a.db.select(jobsTable)).toHaveLength(1);
    expect(await b.db.select(jobsTable)).toEqual([]);
  });

  test('retries a job that throws, and marks it dead after its last attempt', async () => {
    const { database, ran, exhausted, worker } = await workerWith(target, {
      run: async () => {
        throw new Error(`no luck${' again'.repeat(100)}`);
      },
    });
    const ctx = contextFor(new SystemDb(database));
    await add(ctx, 1);
    await worker.runUntilIdle();
    const [waiting] = await ctx.db.select(jobsTable);
    expect(waiting).toMatchObject({ status: 'ready', attempts: 1, last_error: expect.any(String) });
    expect(waiting?.last_error).toMatch(/^Error: no luck again/);
    expect(waiting?.last_error).toHaveLength(500);
    expect((waiting?.due_at ?? 0) - Date.now()).toBeGreaterThan(1_000);
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await makeDue(database);
      await worker.runUntilIdle();
    }
    expect(ran.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(exhausted).toEqual([1]);
    expect((await ctx.db.select(jobsTable)).map(({ status }) => status)).toEqual(['dead']);
  });

  test('gives up a job that crashes every process after its last attempt', async () => {
    const { database, ran, exhausted, worker } = await workerWith(target, {});
    const system = new SystemDb(database);
    const ctx = contextFor(system);
    await add(ctx, 1);
    for (let attempt = 1; attempt <= 3; attempt += 1) await loseWorker(system, database);
    await worker.runUntilIdle();
    expect(ran).toEqual([]);
    expect(exhausted).toEqual([1]);
    expect(await ctx.db.select(jobsTable)).toMatchObject([{ status: 'dead', attempts: 4 }]);
    await add(ctx, 2);
    for (let attempt = 1; attempt <= 2; attempt += 1) await loseWorker(system, database);
    await worker.runUntilIdle();
    expect(ran).toMatchObject([{ n: 2, attempt: 3 }]);
    expect(exhausted).toEqual([1]);
  });

  test('gives up a job that may end its process after two crashed workers in a row', async () => {
    const { database, ran, exhausted, worker } = await workerWith(target, {
      maxAttempts: 10,
      mayEndProcess: true,
      run: async (_ctx, { attempt }) => {
        if (attempt === 2) throw new Error('it failed, its worker did not');
      },
    });
    const system = new SystemDb(database);
    const ctx = contextFor(system);
    await add(ctx, 1);
    await loseWorker(system, database);
    await worker.runUntilIdle();
    await makeDue(database);
    await loseWorker(system, database);
    await worker.runUntilIdle();
    expect(ran.map(({ attempt }) => attempt)).toEqual([2, 4]);
    expect(exhausted).toEqual([]);
    await add(ctx, 2);
    await loseWorker(system, database);
    await loseWorker(system, database);
    await worker.runUntilIdle();
    expect(ran).toHaveLength(2);
    expect(exhausted).toEqual([2]);
  });

  test('does not settle a job twice', async () => {
    const { database, exhausted, worker } = await workerWith(target, {
      run: async (ctx, job) => {
        await inTransaction(ctx, (ctx) => completeJob(ctx, job));
        throw new Error('after its effect');
      },
    });
    const ctx = contextFor(new SystemDb(database));
    await add(ctx, 1);
    await worker.runUntilIdle();
    expect(await ctx.db.select(jobsTable)).toEqual([]);
    expect(exhausted).toEqual([]);
  });

  test('leaves a job whose lease was lost to the new worker', async () => {
    const { database, worker } = await workerWith(target, {
      run: async (ctx, job) => {
        await database.writer('jobs').update({ lease_token: 'somebody else' });
        await inTransaction(ctx, (ctx) => completeJob(ctx, job));
      },
    });
    const ctx = contextFor(new SystemDb(database));
    await add(ctx, 1);
    await worker.runUntilIdle();
    expect(await ctx.db.select(jobsTable)).toMatchObject([
      { status: 'leased', lease_token: 'somebody else' },
    ]);
  });

  test('a job of an unknown kind waits for a version that knows it', async () => {
    const { database, worker } = await workerWith(target, {});
    const ctx = contextFor(new SystemDb(database));
    await add(ctx, 1, { name: 'from-the-future' });
    await worker.runUntilIdle();
    expect(await ctx.db.select(jobsTable)).toMatchObject([{ status: 'ready', attempts: 0 }]);
  });

  test('a commit that adds a job wakes the worker of its process', async () => {
    const { database, ran, worker } = await workerWith(target, {});
    const ctx = contextFor(new SystemDb(database));
    const workerRests = holdPolls();
    worker.start();
    for (let round = 1; round <= 3; round += 1) {
      await workerRests();
      await inTransaction(ctx, (ctx) => add(ctx, 1));
      await expect.poll(() => ran.length).toBe(round);
    }
    await worker.stop(1_000);
  });

  test('stopping waits for running jobs and starts none', async () => {
    const started: number[] = [];
    const finished: number[] = [];
    const { open: release, opened: held } = aGate();
    const { open: begin, opened: begun } = aGate();
    const { database, worker } = await workerWith(target, {
      run: async (_ctx, job) => {
        started.push(job.payload.n);
        begin();
        await held;
        finished.push(job.payload.n);
      },
    });
    const ctx = contextFor(new SystemDb(database));
    worker.start();
    await add(ctx, 1);
    await begun;
    const stopped = worker.stop(5_000);
    await add(ctx, 2);
    release();
    await stopped;
    expect([started, finished]).toEqual([[1], [1]]);
    expect(await ctx.db.select(jobsTable)).toHaveLength(1);
  });

  test('stopping returns jobs that do not end in time, and ignores their late end', async () => {
    const { open: release, opened: held } = aGate();
    const { open: begin, opened: begun } = aGate();
    let end: (error: unknown) => void = () => {};
    const ended = new Promise((resolve) => {
      end = resolve;
    });
    const { database, worker } = await workerWith(target, {
      run: async (ctx, job) => {
        begin();
        await held;
        await inTransaction(ctx, (ctx) => completeJob(ctx, job)).catch(end);
      },
    });
    const system = new SystemDb(database);
    const ctx = contextFor(system);
    worker.start();
    await add(ctx, 1);
    await begun;
    await worker.stop(1);
    const [job] = await system.run(claimJobs, {
      demands: demandsFor(1, 'trial'),
      leaseToken: 'another',
      leaseMs: 60_000,
    });
    expect(job?.attempts).toBe(1);
    release();
    expect(await ended).toBeInstanceOf(LeaseLostError);
    expect(await ctx.db.select(jobsTable)).toMatchObject([
      { status: 'leased', lease_token: 'another' },
    ]);
  });
});

async function workerWith(target: (typeof targets)[number], handler: Partial<JobHandler<Payload>>) {
  const { database } = await freshDatabase(target);
  const ran: { tenantId: string; n: number; attempt: number }[] = [];
  const exhausted: number[] = [];
  const trial: JobHandler<Payload> = {
    maxAttempts: handler.maxAttempts ?? 3,
    slots: handler.slots ?? { atOnce: 5, ofTenant: 5 },
    mayEndProcess: handler.mayEndProcess ?? false,
    run: async (ctx: TenantContext, job: Job<Payload>) => {
      ran.push({ tenantId: ctx.db.tenantId, n: job.payload.n, attempt: job.attempt });
      await handler.run?.(ctx, job);
    },
    exhausted: async (_ctx, job) => {
      exhausted.push(job.payload.n);
    },
  };
  const worker = new Worker({
    system: new SystemDb(database),
    handlers: { trial },
    log,
    now: () => new Date(),
    newId,
  });
  return { database, ran, exhausted, worker };
}

/** Claims the due job with a lease that ends without a result, as if the worker had been killed. */
async function loseWorker(system: SystemDb, database: Database): Promise<void> {
  const claimed = await system.run(claimJobs, {
    demands: demandsFor(10, 'trial'),
    leaseToken: 'lost',
    leaseMs: 60_000,
  });
  expect(claimed).toHaveLength(1);
  await database.writer('jobs').update({ lease_until: 1 });
  expect(await system.run(sweepLeases, null)).toBe(1);
}

async function add(
  ctx: TenantContext,
  n: number,
  { delayMs = 0, name = 'trial' }: { delayMs?: number; name?: string } = {},
): Promise<void> {
  const createdAt = ctx.now().toISOString();
  await ctx.db.run(enqueueJob, {
    name,
    payload: JSON.stringify({ n }),
    orderKey: null,
    delayMs,
    createdAt,
  });
}

async function makeDue(database: Database): Promise<void> {
  await database.writer('jobs').update({ due_at: 0 });
}
