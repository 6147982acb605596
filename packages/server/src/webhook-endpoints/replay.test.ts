import type { ReplayWebhookBody } from '@parley/contract/schemas';
import { describe, expect, test, vi } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { type Target, targets } from '../../test/databases.ts';
import { createDeliveryScene } from '../../test/delivery-scene.ts';
import { fastestOf3 } from '../../test/fastest-of-3.ts';
import { envelopeOf } from '../events/envelope.ts';
import { appendEvent } from '../events/service.ts';
import { eventsTable } from '../events/table.ts';
import { jobsTable } from '../jobs/table.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { createNewId } from '../tenancy/new-id.ts';
import { writeLeases } from '../webhook-deliveries/leases.ts';
import { redeliver } from '../webhook-deliveries/statements/redeliver.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { planReplay, startReplay } from './replay.ts';
import { disableWebhookEndpoint, enableWebhookEndpoint } from './service.ts';
import { webhookLanesTable } from './table.ts';

const hourMs = 3_600_000;

describe.each(targets)('a replay on %s', (target) => {
  test('sends missing events: exhausted, canceled, or from before the endpoint was created', async () => {
    const scene = await withReceiver(target);
    const { ctx, sink, replay } = scene;
    const { id } = await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, 5);
    const statuses = ['delivered', 'exhausted', 'canceled', 'ready'] as const;
    const made = await ctx.db.select(deliveriesTable).orderBy('id');
    for (const [index, status] of statuses.entries()) {
      await ctx.db.update(deliveriesTable, { id: made[index]?.id ?? '' }, { status });
    }
    // The fifth delivery is in flight.
    await ctx.db.update(deliveriesTable, { status: 'ready' }, { due_at: Date.now() + hourMs });
    await ctx.db.update(webhookLanesTable, {}, { next_due: Date.now() + hourMs });
    expect(await replay(id, {})).toBe(3 + 2);
    await scene.runJobs();
    await scene.worker().runUntilIdle();
    const sent = sink.received.map((one) => one.id).sort();
    const early = await ctx.db.select(eventsTable).orderBy('id').limit(3);
    const again = made.filter((_, index) => index === 1 || index === 2);
    expect(sent).toEqual(
      [...early.map((event) => event.id), ...again.map((row) => row.event_id)].sort(),
    );
    const attempts = await ctx.db.select(deliveryAttemptsTable);
    expect(new Set(attempts.map(({ trigger }) => trigger))).toEqual(new Set(['manual']));
    expect(await ctx.db.select(deliveriesTable)).toHaveLength(8);
    expect(await replay(id, {})).toBe(0);
  });

  test('respects its time range, its types and the endpoint’s filters', async () => {
    const scene = await withReceiver(target);
    const { ctx, sink, replay } = scene;
    const { id } = await scene.endpoint(ctx, {
      url: sink.url,
      events: ['contact.*', 'message.queued'],
    });
    await disableWebhookEndpoint(ctx, id);
    for (const hours of [5, 4, 3, 2, 1]) {
      await recordAt(ctx, hours, ['contact.created', 'contact.updated', 'conversation.created']);
      if (hours === 3) await recordAt(ctx, 2.5, ['message.queued', 'message.sent']);
    }
    await enableWebhookEndpoint(ctx, id);
    const at = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
    expect(await replay(id, { since: at(4.5), until: at(1.5) })).toBe(7);
    expect(await replay(id, { since: at(4.5), until: at(1.5), types: ['contact.updated'] })).toBe(
      3,
    );
    expect(await replay(id, { since: at(4.5), types: ['conversation.created'] })).toBe(0);
    expect(await replay(id, { since: at(4.5), types: ['message.*'] })).toBe(0);
    expect(await replay(id, { since: at(4.5), types: ['message.queued'] })).toBe(1);
    await scene.runJobs();
    await scene.worker().runUntilIdle();
    const sent = sink.received.map(({ body }) => JSON.parse(body));
    expect(sent).toHaveLength(7);
    expect(sent.filter(({ type }) => type === 'message.queued')).toHaveLength(1);
    expect(sent.every(({ timestamp }) => timestamp >= at(4.5) && timestamp < at(1.5))).toBe(true);
  });

  test('sends and counts deliveries that are being canceled', async () => {
    const scene = await withReceiver(target);
    const { ctx, sink, replay } = scene;
    const { id } = await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, 1_500);
    await disableWebhookEndpoint(ctx, id);
    await enableWebhookEndpoint(ctx, id);
    const waiting = await ctx.db.select(deliveriesTable).where({ status: 'ready' });
    expect(waiting).toHaveLength(500);
    const [one, leased] = waiting;
    const now = ctx.now().toISOString();
    expect(await ctx.db.run(redeliver, { deliveryId: one?.id ?? '', now })).toBe(true);
    // After a redelivery, the delivery waits like those of newer events.
    await scene.record(ctx, 2);
    const lease = { deliveryId: leased?.id ?? '', until: Date.now() + hourMs, token: 'a' };
    await ctx.db.update(webhookLanesTable, {}, { leases: writeLeases([lease]), in_flight: 1 });
    expect(await replay(id, {})).toBe(3 + 1_500 - 2);
    const canceling = scene.database.writer('jobs').where({ name: 'cancel-deliveries' });
    await canceling.clone().update({ due_at: Date.now() + hourMs });
    await scene.runJobs();
    expect(await canceling.clone().update({ due_at: 0 })).toBe(1);
    await scene.runJobs();
    const [lane] = await ctx.db.select(webhookLanesTable);
    const rows = await ctx.db.select(deliveriesTable);
    expect(rows).toHaveLength(3 + 1_500 + 2);
    for (const row of rows) {
      const version = row.id === leased?.id ? 1 : lane?.version;
      expect(row).toMatchObject({ status: 'ready', lane_version: version });
    }
    expect(await replay(id, {})).toBe(0);
  });

  test('continues after its worker is killed, and stops when the endpoint is disabled', async () => {
    const scene = await withReceiver(target);
    const { ctx, replay } = scene;
    const { id } = await scene.endpoint(ctx, { url: 'https://example.com' });
    await disableWebhookEndpoint(ctx, id);
    await scene.record(ctx, 1_700);
    await enableWebhookEndpoint(ctx, id);
    expect(await replay(id, {})).toBe(1_703);
    await scene.database.writer('jobs').where({ name: 'cancel-deliveries' }).delete();
    await scene.runJob();
    expect(await ctx.db.select(deliveriesTable)).toHaveLength(1_000);
    const [next] = await ctx.db.select(jobsTable);
    expect(JSON.parse(next?.payload ?? '')).toMatchObject({ endpointId: id, afterSequence: 1_000 });
    await scene.runJob();
    expect(await ctx.db.select(deliveriesTable)).toHaveLength(1_703);
    expect(await ctx.db.select(jobsTable)).toEqual([]);
    await ctx.db.update(deliveriesTable, {}, { status: 'canceled' });
    await replay(id, {});
    await disableWebhookEndpoint(ctx, id);
    await scene.runJobs();
    expect(await ctx.db.select(deliveriesTable).where({ status: 'ready' })).toEqual([]);
    expect(await ctx.db.select(jobsTable)).toEqual([]);
  });

  test('counts the newest 2,000 events of its range, and sends the older ones as well', async () => {
    const scene = await withReceiver(target);
    const { ctx, sink, replay, plan } = scene;
    const { id } = await scene.endpoint(ctx, { url: sink.url });
    const skip = (numbers: number) =>
      scene.database.writer('event_counters').increment('last_sequence', numbers);
    await skip(2_000 - 3);
    expect(await plan(id)).toEqual({ count: 3 });
    await skip(3);
    await scene.record(ctx, 1);
    await scene.worker().runUntilIdle();
    expect(await plan(id)).toEqual({ count: 0, approximate: true });
    expect(await replay(id, {})).toBe(0);
    await scene.runJobs();
    await scene.worker().runUntilIdle();
    expect(sink.received).toHaveLength(4);
  });

  test.each([0, 5, 30, 200])(
    'takes time that grows with the events, when the queries were planned for %i deliveries',
    async (planned) => {
      const scene = await withReceiver(target);
      const { ctx, plan } = scene;
      const { id } = await scene.endpoint(ctx, { url: 'https://example.com' });
      if (planned > 0) await scene.record(ctx, planned);
      await scene.database.writer.raw('analyze');
      // Connections keep the query plans of their first calls.
      await Promise.all(Array.from({ length: 10 }, () => plan(id)));
      await scene.record(ctx, 1_900 - planned);
      const took = await fastestOf3(async () => expect(await plan(id)).toEqual({ count: 3 }));
      expect(took).toBeLessThan(2_000);
    },
  );

  test('looks for no events that were pruned', async () => {
    const scene = await withReceiver(target);
    const { ctx, plan } = scene;
    const { id } = await scene.endpoint(ctx, { url: 'https://example.com' });
    const { writer } = scene.database;
    await writer('events').delete();
    await writer('event_counters').increment('last_sequence', 5_000_000);
    await scene.record(ctx, 2);
    const run = vi.spyOn(ctx.db, 'run');
    await writer('deliveries').update({ status: 'exhausted' });
    expect(await plan(id)).toEqual({ count: 2 });
    expect(run.mock.calls.filter(([{ name }]) => name === 'count-replay')).toHaveLength(1);
  });

  test('looks at no more events than it counts, in one statement of at most 50 ms', async () => {
    const scene = await withReceiver(target);
    const { ctx, plan } = scene;
    const { id } = await scene.endpoint(ctx, { url: 'https://example.com' });
    for (let batch = 0; batch < 3; batch += 1) await scene.record(ctx, 2_000);
    await scene.database.writer('deliveries').update({ status: 'exhausted' });
    const run = vi.spyOn(ctx.db, 'run');
    const count = async () => {
      run.mockClear();
      expect(await plan(id)).toEqual({ count: 2_000, approximate: true });
      expect(run.mock.calls.filter(([{ name }]) => name === 'count-replay')).toHaveLength(1);
    };
    await expectShortHold(count, { tries: 4, mostMs: 50 });
  });
});

/** Creates a tenant that records three events before it gets an endpoint. */
async function withReceiver(target: Target) {
  const scene = await createDeliveryScene(target);
  const ctx = await scene.tenant();
  await scene.record(ctx, 3);
  const given = (body: Partial<ReplayWebhookBody>) => {
    const since = new Date(Date.now() - 29 * 24 * hourMs).toISOString();
    const until = new Date(Date.now() + hourMs).toISOString();
    return { since, until, onlyFailed: true, ...body };
  };
  const plan = async (endpointId: string) => (await planReplay(ctx, endpointId, given({}))).answer;
  const replay = async (endpointId: string, body: Partial<ReplayWebhookBody>) =>
    (await startReplay(ctx, await planReplay(ctx, endpointId, given(body)))).count;
  const runJob = async () => {
    await scene.database.writer('jobs').update({ due_at: 0 });
    await scene.runOneJob();
  };
  return { ...scene, ctx, sink: await scene.newSink(), plan, replay, runJob };
}

async function recordAt(
  ctx: TenantContext,
  hours: number,
  types: readonly Parameters<typeof envelopeOf>[1][],
): Promise<void> {
  const now = () => new Date(Date.now() - hours * hourMs);
  const then = { ...ctx, now, newId: createNewId(() => now().getTime()) };
  await inTransaction(then, async (ctx) => {
    for (const type of types) {
      const at = { ...ctx, now, newId: then.newId };
      appendEvent(ctx.db, envelopeOf(at, type, { object: { id: 'con_1' } }));
    }
  });
}
