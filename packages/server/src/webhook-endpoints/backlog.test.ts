import { describe, expect, test } from 'vitest';
import { type Target, targets } from '../../test/databases.ts';
import { createDeliveryScene } from '../../test/delivery-scene.ts';
import { eventsTable } from '../events/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createNewId } from '../tenancy/new-id.ts';
import { claimDeliveries } from '../webhook-deliveries/statements/claim-deliveries.ts';
import { redeliver } from '../webhook-deliveries/statements/redeliver.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { webhookEndpointsTable, webhookLanesTable } from './table.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.each(targets)('an endpoint with a growing backlog on %s', (target) => {
  test('that is down for 120 hours is disabled, also without a tenth attempt', async () => {
    const scene = await flooded(target);
    const { ctx } = scene;
    for (let hours = 0; hours < 120; hours += 4) {
      expect([hours, await scene.status()]).toEqual([hours, 'enabled']);
      await scene.live(4, 15);
    }
    await scene.live(4, 15);
    expect(await ctx.db.select(webhookEndpointsTable)).toMatchObject([
      { status: 'disabled', disabled_reason: 'failing' },
    ]);
    expect(await ctx.db.select(deliveriesTable).where('attempts', '>=', 10)).toEqual([]);
    await scene.runJobs();
    expect(await ctx.db.select(deliveriesTable).where({ status: 'ready' })).toEqual([]);
  });

  test('stays enabled when an attempt succeeds from time to time', async () => {
    const scene = await flooded(target);
    for (let hours = 0; hours < 240; hours += 20) {
      await scene.live(20, 15);
      scene.answer = 200;
      await scene.ctx.db.update(webhookLanesTable, {}, { open_until: 1 });
      await scene.worker.runUntilIdle();
      scene.answer = 500;
    }
    expect(await scene.status()).toBe('enabled');
  });

  test('exhausts failed deliveries that waited longer than the whole schedule', async () => {
    const scene = await flooded(target);
    const { ctx } = scene;
    await scene.live(1, 15);
    const oldest = () => ctx.db.select(deliveriesTable).orderBy('due_at').orderBy('id').first();
    await ctx.db.update(
      deliveriesTable,
      { series_attempts: 0 },
      { due_at: Date.now() + 9 * dayMs },
    );
    await scene.live(70, 0);
    await scene.live(5, 0);
    expect(await ctx.db.select(deliveriesTable).where({ status: 'exhausted' })).toEqual([]);
    const late = await oldest();
    await scene.live(2, 0);
    const [given] = await ctx.db.select(deliveriesTable).where({ id: late?.id ?? '' });
    expect(given).toMatchObject({ status: 'exhausted', attempts: (late?.attempts ?? 0) + 1 });
    const [last] = await ctx.db
      .select(deliveryAttemptsTable)
      .where({ delivery_id: late?.id ?? '' })
      .orderBy('n', 'desc');
    expect(last).toMatchObject({ status_code: 500, next_attempt_at: null });
    const now = ctx.now().toISOString();
    expect(await ctx.db.run(redeliver, { deliveryId: late?.id ?? '', now })).toBe(true);
    await scene.live(1, 0);
    await scene.live(1, 0);
    const [again] = await ctx.db.select(deliveriesTable).where({ id: late?.id ?? '' });
    expect(again).toMatchObject({ status: 'ready' });
  });

  test('keeps deliveries that waited because no attempts were made', async () => {
    const scene = await flooded(target);
    const { ctx } = scene;
    await scene.record(ctx, 30);
    await scene.letPass(5 * dayMs);
    await scene.worker.runUntilIdle();
    await scene.live(1, 0);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ max_in_flight: 1 }]);
    expect(await ctx.db.select(deliveriesTable).where({ status: 'exhausted' })).toEqual([]);
  });
});

describe.each(targets)('deliveries older than the retention on %s', (target) => {
  test('are removed with their event, except those in flight or redelivered', async () => {
    const scene = await flooded(target);
    const { ctx, worker } = scene;
    const then = new Date(Date.now() - 31 * dayMs);
    const past: TenantContext = {
      ...ctx,
      now: () => then,
      newId: createNewId(() => then.getTime()),
    };
    await scene.record(past, 2_503);
    await ctx.db.update(deliveriesTable, {}, { due_at: then.getTime() });
    await scene.record(ctx, 1);
    await ctx.db.update(webhookLanesTable, {}, { next_due: then.getTime() });
    const [leased] = await scene.system.run(claimDeliveries, {
      limit: 1,
      leaseToken: 'a',
      leaseMs: 60_000,
    });
    const old = ctx.db.select(deliveriesTable).where('due_at', '<=', then.getTime());
    const [again] = await old.where('id', '<>', leased?.id ?? '').orderBy('id', 'desc');
    await ctx.db.update(deliveriesTable, { id: again?.id ?? '' }, { status: 'canceled' });
    const now = ctx.now().toISOString();
    expect(await ctx.db.run(redeliver, { deliveryId: again?.id ?? '', now })).toBe(true);
    await worker.prune();
    const lane = await ctx.db.select(webhookLanesTable).first();
    const inFlight = lane?.in_flight ?? 0;
    expect(inFlight).toBeGreaterThan(0);
    const kept = await ctx.db.select(deliveriesTable);
    expect(kept).toHaveLength(inFlight + 1 + 1);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([leased?.id, again?.id]));
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['ready']));
    expect(await ctx.db.select(eventsTable)).toHaveLength(kept.length);
    expect(await worker.prune()).toBe(0);
  });
});

/** Creates a tenant with an endpoint that answers 500. */
async function flooded(target: Target) {
  const scene = await createDeliveryScene(target);
  const ctx = await scene.tenant();
  let passed = 0;
  const sink = await scene.newSink(() => ({ status: more.answer }));
  sink.now = () => new Date(Date.now() + passed);
  await scene.endpoint(ctx, { url: sink.url });
  const worker = scene.worker({ now: sink.now });
  const more = {
    ...scene,
    ctx,
    worker,
    answer: 500,
    status: async () => (await ctx.db.select(webhookEndpointsTable).first())?.status,
    /** Records events, runs the worker, and advances the time. */
    live: async (hours: number, events: number) => {
      if (events > 0) await scene.record(ctx, events);
      await worker.runUntilIdle();
      passed += hours * hourMs;
      await scene.letPass(hours * hourMs);
    },
  };
  return more;
}
