import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createDeliveryScene, type DeliveryScene } from '../../test/delivery-scene.ts';
import { prunedAtOnce, pruneEvents } from '../events/statements/prune-events.ts';
import { eventsTable } from '../events/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createNewId } from '../tenancy/new-id.ts';
import { deliveryId } from '../webhook-deliveries/delivery-id.ts';
import { deliveriesTable } from '../webhook-deliveries/table.ts';
import { deleteWebhookEndpoint } from './service.ts';
import { webhookEndpointsTable, webhookLanesTable, webhookSecretsTable } from './table.ts';

const dayMs = 86_400_000;

describe.each(targets)('retention on %s', (target) => {
  test('removes events, deliveries and attempts after 30 days only', async () => {
    const scene = await createDeliveryScene(target);
    const sink = await scene.newSink();
    const [ctx, other] = [await scene.tenant(), await scene.tenant()];
    for (const one of [ctx, other]) await scene.endpoint(one, { url: sink.url });
    for (const days of [31, 30.01, 29.99, 1]) await recordAt(scene, ctx, days);
    await recordAt(scene, other, 40);
    const worker = scene.worker();
    await worker.runUntilIdle();
    expect(await tables(scene)).toEqual([5, 5, 5]);
    expect(await worker.prune()).toBe(6);
    expect(await tables(scene)).toEqual([2, 2, 2]);
    expect((await ctx.db.select(eventsTable).orderBy('id')).map(ageOf)).toEqual([29, 1]);
    expect(await worker.prune()).toBe(0);
  });

  test('keeps waiting deliveries and their events, whatever their age', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    const { id } = await scene.endpoint(ctx, { url: sink.url });
    await recordAt(scene, ctx, 40);
    await recordAt(scene, ctx, 41);
    const [old] = await ctx.db.select(eventsTable).orderBy('id', 'desc');
    const waiting = deliveryId(old?.id ?? '', id);
    const done = ctx.db.select(deliveriesTable).where('id', '<>', waiting);
    await ctx.db.update(
      deliveriesTable,
      { id: (await done)[0]?.id ?? '' },
      { status: 'exhausted' },
    );
    const worker = scene.worker();
    expect(await worker.prune()).toBe(2);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([{ id: waiting, status: 'ready' }]);
    expect(await ctx.db.select(eventsTable)).toMatchObject([{ id: old?.id }]);
    await worker.runUntilIdle();
    expect(sink.received.map((one) => one.id)).toEqual([old?.id]);
    expect(await worker.prune()).toBe(2);
    expect(await tables(scene)).toEqual([0, 0, 0]);
  });

  test('removes a full batch of deliveries before it looks for events without deliveries', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    await recordAt(scene, ctx, 41);
    await scene.endpoint(ctx, { url: 'https://hooks.example.com' });
    await recordAt(scene, ctx, 40);
    const { writer } = scene.database;
    const { id, ...delivery } = await writer('deliveries').first();
    const copies = Array.from({ length: prunedAtOnce }, (_, n) => ({
      ...delivery,
      id: `${id.slice(0, -4)}${String(n).padStart(4, '0')}`,
      status: 'exhausted',
    }));
    await writer('deliveries').delete();
    await writer.batchInsert('deliveries', copies, 100);
    const run = () => scene.system.run(pruneEvents, { before: Date.now() - 30 * dayMs });
    expect([await run(), await tables(scene)]).toEqual([prunedAtOnce, [2, 0, 0]]);
    expect([await run(), await tables(scene)]).toEqual([2, [0, 0, 0]]);
  });

  test('removes a deleted endpoint after its last delivery', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    const now = Date.now();
    const { id } = await scene.endpoint(ctx, { url: sink.url });
    const kept = await scene.endpoint(ctx, { url: `${sink.url}/kept` });
    await scene.record(ctx);
    await scene.worker().runUntilIdle();
    await deleteWebhookEndpoint(ctx, id);
    const later = (days: number) => scene.worker({ now: () => new Date(now + days * dayMs) });
    await later(29).prune();
    expect(await ctx.db.select(webhookEndpointsTable)).toHaveLength(2);
    await later(31).prune();
    expect(await ctx.db.select(webhookEndpointsTable)).toMatchObject([{ id: kept.id }]);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ endpoint_id: kept.id }]);
    expect(await ctx.db.select(webhookSecretsTable)).toHaveLength(1);
  });
});

/** Records an event with a time `days` days ago. */
async function recordAt(scene: DeliveryScene, ctx: TenantContext, days: number): Promise<void> {
  const now = () => new Date(Date.now() - days * dayMs);
  await scene.record({ ...ctx, now, newId: createNewId(() => now().getTime()) });
}

function ageOf(row: { created_at: string }): number {
  return Math.floor((Date.now() - Date.parse(row.created_at)) / dayMs);
}

async function tables({ database: { writer } }: DeliveryScene): Promise<number[]> {
  const names = ['events', 'deliveries', 'delivery_attempts'];
  return (await Promise.all(names.map((name) => writer(name)))).map((rows) => rows.length);
}
