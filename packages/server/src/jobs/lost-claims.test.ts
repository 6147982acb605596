import { describe, expect, test } from 'vitest';
import { contextFor, log, newId } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createDeliveryScene } from '../../test/delivery-scene.ts';
import type { SystemStatement } from '../db/statement.ts';
import { SystemDb } from '../db/system-db.ts';
import { claimDeliveries } from '../webhook-deliveries/statements/claim-deliveries.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { claimJobs } from './statements/claim-jobs.ts';
import { enqueueJob } from './statements/enqueue-job.ts';
import { jobsTable } from './table.ts';
import { Worker } from './worker.ts';

describe.each(targets)('a claim on %s whose answer was lost', (target) => {
  test('does not keep its jobs until its lease ends', async () => {
    const { database } = await freshDatabase(target);
    const system = new LostAnswer(database, claimJobs.name);
    const ctx = contextFor(system);
    const ran: number[] = [];
    const trial = {
      maxAttempts: 1,
      slots: { atOnce: 5, ofTenant: 5 },
      run: async (_: unknown, { attempt }: { attempt: number }) => void ran.push(attempt),
    };
    const worker = new Worker({ system, handlers: { trial }, log, now: () => new Date(), newId });
    const createdAt = ctx.now().toISOString();
    const job = { name: 'trial', payload: '{}', orderKey: null, delayMs: 0, createdAt };
    await ctx.db.run(enqueueJob, job);
    await expect(worker.runUntilIdle()).rejects.toThrow('no answer');
    expect(await ctx.db.select(jobsTable)).toMatchObject([{ status: 'leased', attempts: 1 }]);
    await worker.sweep();
    await worker.runUntilIdle();
    expect(ran).toEqual([1]);
    expect(await ctx.db.select(jobsTable)).toEqual([]);
  });

  test('does not keep its deliveries until its lease ends, and counts no attempt', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, 2);
    const other = await scene.tenant();
    await scene.endpoint(other, { url: sink.url });
    const worker = scene.worker({
      system: new LostAnswer(scene.database, claimDeliveries.name),
    });
    await expect(worker.runUntilIdle()).rejects.toThrow('no answer');
    await scene.record(other);
    const leaseToken = 'of another worker';
    await scene.system.run(claimDeliveries, { limit: 1, leaseToken, leaseMs: 60_000 });
    expect(await worker.sweep()).toBe(2);
    expect(await worker.sweep()).toBe(0);
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(2);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 1 },
      { status: 'delivered', attempts: 1 },
    ]);
    expect(await ctx.db.select(deliveryAttemptsTable)).toMatchObject([{ n: 1 }, { n: 1 }]);
  });
});

/** A database whose answer to the first statement of this name is lost after the commit. */
class LostAnswer extends SystemDb {
  #lost: string | undefined;

  constructor(database: ConstructorParameters<typeof SystemDb>[0], name: string) {
    super(database);
    this.#lost = name;
  }

  override async run<Input, Output>(
    statement: SystemStatement<Input, Output>,
    input: NoInfer<Input>,
  ): Promise<Output> {
    const output = await super.run(statement, input);
    if (statement.name !== this.#lost) return output;
    this.#lost = undefined;
    throw new Error('no answer');
  }
}
