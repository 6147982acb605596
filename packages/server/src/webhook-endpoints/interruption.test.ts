import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookLimits } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createDeliveryScene, type DeliveryScene } from '../../test/delivery-scene.ts';
import { aGate } from '../../test/gate.ts';
import { startPatientClock } from '../../test/patient-clock.ts';
import { eraseEvents } from '../contacts/erase-traces.ts';
import type { SystemStatement } from '../db/statement.ts';
import { SystemDb } from '../db/system-db.ts';
import { eventsTable } from '../events/table.ts';
import { createLocalStore } from '../media/local-store.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { deleteTenant } from '../tenants/delete.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
} from '../webhook-deliveries/statements/claim-deliveries.ts';
import {
  type Settling,
  settleDeliveries,
} from '../webhook-deliveries/statements/settle-deliveries.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { webhookLanesTable } from './table.ts';

// The state that a worker leaves when it is killed, too slow, or stopped during an attempt.

const leaseMs = 60_000;

describe.each(targets)('a delivery of a killed worker on %s', (target) => {
  test('is attempted again after its lease, and shows the interrupted attempt', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx);
    await scene.system.run(claimDeliveries, { limit: 1, leaseToken: 'dead', leaseMs });
    const worker = scene.worker();
    expect(await worker.sweep()).toBe(0);
    await worker.runUntilIdle();
    expect(sink.received).toEqual([]);
    await scene.expireLeases();
    expect(await worker.sweep()).toBe(1);
    expect(await worker.sweep()).toBe(0);
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(1);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 2 },
    ]);
    expect(await ctx.db.select(deliveryAttemptsTable).orderBy('n')).toMatchObject([
      { n: 1, error_code: 'interrupted', status_code: null, next_attempt_at: expect.any(String) },
      { n: 2, error_code: null, status_code: 200 },
    ]);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ in_flight: 0, leases: '' }]);
  });

  test('cannot be settled by the previous worker', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    await scene.endpoint(ctx, { url: 'https://example.com' });
    await scene.record(ctx);
    const claim = async (leaseToken: string) => {
      const [claimed] = await scene.system.run(claimDeliveries, { limit: 1, leaseToken, leaseMs });
      if (!claimed) throw new Error('nothing was claimed');
      return { ...claimed, leaseToken };
    };
    const stale = await claim('stale');
    await scene.expireLeases();
    await scene.worker().sweep();
    const fresh = await claim('fresh');
    expect(fresh.id).toBe(stale.id);
    const end = async (one: typeof stale, token = one.leaseToken) =>
      await scene.system.run(settleDeliveries, [settling(one, token)]);
    const before = [await ctx.db.select(deliveriesTable), await ctx.db.select(webhookLanesTable)];
    expect(await end(stale)).toEqual([false]);
    expect([await ctx.db.select(deliveriesTable), await ctx.db.select(webhookLanesTable)]).toEqual(
      before,
    );
    expect(await end(fresh)).toEqual([true]);
    expect(await end(fresh)).toEqual([false]);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([{ status: 'delivered' }]);
    expect(await ctx.db.select(deliveryAttemptsTable)).toHaveLength(2);
  });

  test('of a tenant that was deleted meanwhile does not undo the outcomes of others', async () => {
    const scene = await createDeliveryScene(target);
    const [deleted, other] = [await scene.tenant(), await scene.tenant()];
    for (const ctx of [deleted, other]) {
      await scene.endpoint(ctx, { url: 'https://example.com' });
      await scene.record(ctx);
    }
    const claimed = await scene.system.run(claimDeliveries, {
      limit: 100,
      leaseToken: 'one',
      leaseMs,
    });
    const { system } = scene;
    const files = createLocalStore(mkdtempSync(join(tmpdir(), 'files-')));
    await deleteTenant(deleted, { system, files, onRemoved: () => {} });
    const ended = await system.run(
      settleDeliveries,
      claimed.map((one) => settling(one, 'one')),
    );
    expect(ended).toEqual(claimed.map(({ tenantId }) => tenantId === other.db.tenantId));
    expect(ended).toHaveLength(2);
    expect(await other.db.select(deliveriesTable)).toMatchObject([{ status: 'delivered' }]);
  });

  test('is exhausted when every attempt of a series was interrupted', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    await scene.endpoint(ctx, { url: 'https://example.com' });
    await scene.record(ctx);
    const worker = scene.worker();
    for (let n = 1; n <= 10; n += 1) {
      const claimed = await scene.system.run(claimDeliveries, {
        limit: 1,
        leaseToken: 'dead',
        leaseMs,
      });
      expect(claimed.map((one) => one.attempts)).toEqual([n]);
      await scene.expireLeases();
      expect(await worker.sweep()).toBe(1);
    }
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([{ status: 'exhausted' }]);
    const attempts = await ctx.db.select(deliveryAttemptsTable).orderBy('n');
    expect(attempts.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe.each(targets)('a delivery that is erased during its attempt on %s', (target) => {
  test('holds no place of its endpoint after its worker was killed', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, webhookLimits.concurrency);
    const claim = { limit: 100, leaseToken: 'dead', leaseMs };
    expect(await scene.system.run(claimDeliveries, claim)).toHaveLength(webhookLimits.concurrency);
    await eraseAllEvents(ctx);
    await scene.record(ctx);
    await scene.expireLeases();
    const worker = scene.worker();
    expect(await worker.sweep()).toBe(webhookLimits.concurrency);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ in_flight: 0, leases: '' }]);
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(1);
  });

  test('leaves no attempt with the response', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const { answer, begun, sink } = await heldDeliveries(scene, ctx, 1);
    const worker = scene.worker();
    const idle = worker.runUntilIdle();
    await begun;
    await eraseAllEvents(ctx);
    answer();
    await idle;
    expect(sink.received).toHaveLength(1);
    expect(await ctx.db.select(deliveryAttemptsTable)).toEqual([]);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ in_flight: 0, leases: '' }]);
  });
});

describe.each(targets)('stopping a delivery worker on %s', (target) => {
  test('waits for attempts in flight and starts none', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const { answer, begun, sink } = await heldDeliveries(scene, ctx, 4);
    const worker = scene.worker();
    worker.start();
    await begun;
    const stopped = worker.stop(10_000);
    await scene.record(ctx, 4);
    answer();
    await stopped;
    expect(sink.received).toHaveLength(4);
    const statuses = (await ctx.db.select(deliveriesTable)).map((row) => row.status).sort();
    expect(statuses).toEqual([...Array(4).fill('delivered'), ...Array(4).fill('ready')]);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ in_flight: 0 }]);
  });

  test('returns deliveries without a response in time, and another worker continues at once', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const { answer, begun } = await heldDeliveries(scene, ctx, 1);
    const worker = scene.worker();
    worker.start();
    await begun;
    await worker.stop(1);
    expect(await ctx.db.select(deliveryAttemptsTable)).toMatchObject([
      { n: 1, error_code: 'interrupted' },
    ]);
    answer();
    await scene.worker().runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 2 },
    ]);
    expect(await ctx.db.select(deliveryAttemptsTable)).toHaveLength(2);
  });

  test('ends in time while the database blocks, and writes the outcomes when it recovers', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx);
    const system = new FullDisk(scene.database);
    const worker = scene.worker({ system });
    worker.start();
    await expect.poll(() => system.refused).toBeGreaterThan(0);
    const passedMs = startPatientClock();
    await worker.stop(1);
    expect(passedMs()).toBeLessThan(10_000);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([{ status: 'ready', attempts: 0 }]);
    system.isFull = false;
    await expect
      .poll(() => ctx.db.select(deliveriesTable))
      .toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  test('slow receivers do not delay others', async () => {
    const scene = await createDeliveryScene(target);
    const [slow, quick] = [await scene.tenant(), await scene.tenant()];
    const { answer, begun, sink } = await heldDeliveries(scene, slow, 4);
    const other = await scene.newSink();
    const worker = scene.worker({ concurrency: 4 });
    worker.start();
    await begun;
    await scene.endpoint(quick, { url: other.url });
    await scene.record(quick, 8);
    const passedMs = startPatientClock();
    while (other.received.length < 8 && passedMs() < 8_000) await sleep(10);
    expect(other.received).toHaveLength(8);
    expect(sink.received).toHaveLength(4);
    answer();
    await worker.stop(5_000);
  });
});

function settling(one: ClaimedDelivery, leaseToken: string): Settling {
  const { tenantId, id: deliveryId, endpointId, attempts, seriesAttempts } = one;
  const at = new Date().toISOString();
  return {
    tenantId,
    deliveryId,
    endpointId,
    leaseToken,
    decide: (health, nowMs) => ({
      health,
      delivery: {
        status: 'delivered',
        trigger: 'scheduled',
        attempts,
        seriesAttempts,
        dueMs: nowMs,
        updatedAt: at,
        deliveredAt: at,
        attempt: {
          n: attempts,
          trigger: 'scheduled',
          at,
          statusCode: 200,
          error: null,
          durationMs: 1,
          responseSnippet: null,
          nextAttemptAt: null,
        },
      },
    }),
  };
}

/**
 * Records `count` events for a new endpoint, whose sink holds its responses back until released. `begun` resolves once
 * `count` requests have arrived.
 */
async function heldDeliveries(scene: DeliveryScene, ctx: TenantContext, count: number) {
  const { open: answer, opened: held } = aGate();
  const { open: begin, opened: begun } = aGate();
  const sink = await scene.newSink(async (_one, received) => {
    if (received === count) begin();
    await held;
    return { status: 200 };
  });
  await scene.endpoint(ctx, { url: sink.url });
  await scene.record(ctx, count);
  return { sink, begun, answer: () => answer() };
}

/** A database that refuses to record the results of deliveries. */
class FullDisk extends SystemDb {
  isFull = true;
  refused = 0;

  override async run<Input, Output>(
    statement: SystemStatement<Input, Output>,
    input: NoInfer<Input>,
  ): Promise<Output> {
    if (!this.isFull || statement.name !== settleDeliveries.name) {
      return await super.run(statement, input);
    }
    this.refused += 1;
    throw new Error('could not extend file');
  }
}

async function eraseAllEvents(ctx: TenantContext): Promise<void> {
  const events = await ctx.db.select(eventsTable);
  await eraseEvents(
    ctx,
    events.map((event) => event.subject_id),
  );
}
