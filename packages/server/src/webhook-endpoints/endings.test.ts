import { describe, expect, onTestFinished, test } from 'vitest';
import { type Target, targets } from '../../test/databases.ts';
import { createDeliveryScene, sealer } from '../../test/delivery-scene.ts';
import { eventsTable } from '../events/table.ts';
import { jobsTable } from '../jobs/table.ts';
import { claimDeliveries } from '../webhook-deliveries/statements/claim-deliveries.ts';
import { redeliver } from '../webhook-deliveries/statements/redeliver.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { disableEndpoint } from './disable.ts';
import { disableWebhookEndpoint, enableWebhookEndpoint, updateWebhookEndpoint } from './service.ts';
import { webhookEndpointsTable, webhookLanesTable } from './table.ts';

const hourMs = 3_600_000;

describe.each(targets)('deliveries that fail on %s', (target) => {
  test('are exhausted after ten attempts, and a redelivery starts a new series', async () => {
    const scene = await failing(target);
    const { ctx, worker, sink } = scene;
    for (let n = 0; n < 12; n += 1) {
      await worker.runUntilIdle();
      await scene.makeDue();
    }
    expect(sink.received).toHaveLength(10);
    const [exhausted] = await ctx.db.select(deliveriesTable);
    expect(exhausted).toMatchObject({ status: 'exhausted', attempts: 10, series_attempts: 10 });
    const [last] = await ctx.db.select(deliveryAttemptsTable).orderBy('n', 'desc');
    expect(last).toMatchObject({ n: 10, next_attempt_at: null });
    const now = ctx.now().toISOString();
    const again = () => ctx.db.run(redeliver, { deliveryId: exhausted?.id ?? '', now });
    expect(await again()).toBe(true);
    expect(await again()).toBe(false);
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { id: exhausted?.id, status: 'ready', attempts: 11, series_attempts: 1 },
    ]);
    scene.answer = 200;
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 12 },
    ]);
    const attempts = await ctx.db.select(deliveryAttemptsTable).orderBy('n');
    expect(attempts.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    expect(attempts.slice(9).map(({ trigger }) => trigger)).toEqual([
      'scheduled',
      'manual',
      'scheduled',
    ]);
    expect(new Set(sink.received.map((one) => one.body)).size).toBe(1);
  });

  test('cannot be redelivered to a disabled endpoint or while in flight', async () => {
    const scene = await failing(target);
    const { ctx } = scene;
    await scene.system.run(claimDeliveries, { limit: 1, leaseToken: 'a', leaseMs: 60_000 });
    const [delivery] = await ctx.db.select(deliveriesTable);
    const again = () =>
      ctx.db.run(redeliver, { deliveryId: delivery?.id ?? '', now: ctx.now().toISOString() });
    expect(await again()).toBe(false);
    await ctx.db.update(deliveriesTable, {}, { status: 'delivered' });
    await disableWebhookEndpoint(ctx, scene.endpointId);
    expect(await again()).toBe(false);
    expect(await ctx.db.run(redeliver, { deliveryId: 'dlv_none', now: '' })).toBe(false);
  });

  test('are redelivered at once, once for concurrent requests', async () => {
    const scene = await failing(target);
    const { ctx, worker } = scene;
    await worker.runUntilIdle();
    const [delivery] = await ctx.db.select(deliveriesTable);
    expect(delivery).toMatchObject({ status: 'ready', series_attempts: 1 });
    const again = () =>
      ctx.db.run(redeliver, { deliveryId: delivery?.id ?? '', now: ctx.now().toISOString() });
    const answers = await Promise.all([again(), again(), again()]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'ready', trigger: 'manual', attempts: 1, series_attempts: 0 },
    ]);
    scene.answer = 200;
    await worker.runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 2 },
    ]);
  });

  test('in flight are not redelivered, also after earlier failures', async () => {
    const scene = await failing(target);
    const { ctx, worker } = scene;
    await worker.runUntilIdle();
    await scene.makeDue();
    const [claimed] = await scene.system.run(claimDeliveries, {
      limit: 1,
      leaseToken: 'a',
      leaseMs: 60_000,
    });
    expect(claimed).toMatchObject({ attempts: 2 });
    const now = ctx.now().toISOString();
    expect(await ctx.db.run(redeliver, { deliveryId: claimed?.id ?? '', now })).toBe(false);
  });

  test('with 410 disable the endpoint at once and notify the other endpoints once', async () => {
    const scene = await failing(target, { answer: 410, events: 6 });
    const { ctx, worker, sink, endpointId } = scene;
    const other = await scene.newSink();
    await scene.endpoint(ctx, { url: other.url, events: ['webhook_endpoint.disabled'] });
    await worker.runUntilIdle();
    await scene.runJobs();
    await worker.runUntilIdle();
    expect(sink.received.length).toBeLessThanOrEqual(6);
    const [row] = await ctx.db.select(webhookEndpointsTable).where({ id: endpointId });
    expect(row).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    const own = await ctx.db.select(deliveriesTable).where({ endpoint_id: endpointId });
    expect(own.map(({ status }) => status)).toEqual(own.map(() => 'canceled'));
    expect(other.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        type: 'webhook_endpoint.disabled',
        subject: { type: 'webhook_endpoint', id: endpointId },
        actor: { type: 'system', id: null, grantId: null },
        data: {
          object: { id: endpointId, status: 'disabled', disabledReason: 'gone' },
          previous: { status: 'enabled', disabledReason: null, disabledAt: null },
        },
      },
    ]);
    expect(
      await ctx.db.select(eventsTable).where({ type: 'webhook_endpoint.disabled' }),
    ).toHaveLength(1);
  });

  test('with 410 from the previous URL do not disable the endpoint; the new URL gets the event', async () => {
    const scene = await failing(target, { answer: 410 });
    const { ctx, worker, sink, endpointId } = scene;
    const moved = await scene.newSink();
    scene.beforeAnswer = async () => {
      await scene.move(ctx, endpointId, moved.url);
    };
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(1);
    expect(await ctx.db.select(webhookEndpointsTable)).toMatchObject([{ status: 'enabled' }]);
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(moved.received.map(({ body }) => body)).toEqual(sink.received.map(({ body }) => body));
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 2 },
    ]);
  });

  test('with 410 disable the endpoint at the next attempt when this one could not', async () => {
    const scene = await failing(target, { answer: 410 });
    const { ctx, worker, endpointId } = scene;
    scene.beforeAnswer = async () => {
      const change = { description: 'changed meanwhile' };
      await updateWebhookEndpoint(ctx, sealer, endpointId, change, undefined);
    };
    await worker.runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([{ status: 'ready', attempts: 1 }]);
    scene.beforeAnswer = async () => {};
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(await ctx.db.select(webhookEndpointsTable)).toMatchObject([
      { status: 'disabled', disabled_reason: 'gone' },
    ]);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'canceled', attempts: 2 },
    ]);
    const attempts = await ctx.db.select(deliveryAttemptsTable).orderBy('n');
    expect(attempts.map((attempt) => attempt.next_attempt_at)).toEqual([null, null]);
  });

  test('for 120 hours, with one exhausted, disable the endpoint', async () => {
    const scene = await failing(target);
    const { ctx, worker, endpointId } = scene;
    for (let n = 1; n <= 10; n += 1) {
      const [before] = await ctx.db.select(webhookEndpointsTable).where({ id: endpointId });
      expect([n, before?.status]).toEqual([n, 'enabled']);
      await worker.runUntilIdle();
      await scene.makeDue();
      scene.pass(15 * hourMs);
    }
    const [row] = await ctx.db.select(webhookEndpointsTable).where({ id: endpointId });
    expect(row).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(
      await ctx.db.select(eventsTable).where({ type: 'webhook_endpoint.disabled' }),
    ).toHaveLength(1);
  });

  test('for 120 hours do not disable the endpoint while none is exhausted', async () => {
    const scene = await failing(target);
    const { ctx, worker } = scene;
    for (let n = 1; n <= 9; n += 1) {
      await worker.runUntilIdle();
      await scene.makeDue();
      scene.pass(20 * hourMs);
    }
    expect(await ctx.db.select(webhookEndpointsTable)).toMatchObject([{ status: 'enabled' }]);
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([{ exhausted_at: null }]);
  });

  test('are cleared by one success', async () => {
    const scene = await failing(target);
    const { ctx, worker } = scene;
    for (let n = 1; n <= 10; n += 1) {
      await worker.runUntilIdle();
      await scene.makeDue();
      scene.pass(11 * hourMs);
    }
    const [lane] = await ctx.db.select(webhookLanesTable);
    expect(lane).toMatchObject({ exhausted_at: expect.any(String) });
    scene.answer = 200;
    await scene.record(ctx);
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([
      { failing_since: null, exhausted_at: null },
    ]);
    scene.answer = 500;
    scene.pass(50 * hourMs);
    await scene.record(ctx);
    await worker.runUntilIdle();
    const [endpoint] = await ctx.db.select(webhookEndpointsTable);
    expect(endpoint?.status).toBe('enabled');
  });

  test('in seven of ten attempts open the breaker until one succeeds', async () => {
    const scene = await failing(target, { events: 30 });
    const { ctx, worker, sink } = scene;
    await worker.runUntilIdle();
    // The attempts in flight when the tenth failed are the last.
    expect(sink.received.length).toBeGreaterThanOrEqual(10);
    expect(sink.received.length).toBeLessThanOrEqual(13);
    const [lane] = await ctx.db.select(webhookLanesTable);
    expect((lane?.open_until ?? 0) - Date.now()).toBeGreaterThan(20_000);
    expect(lane?.max_in_flight).toBe(1);
    const before = sink.received.length;
    await ctx.db.update(webhookLanesTable, {}, { open_until: 1 });
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(before + 1);
    scene.answer = 200;
    await ctx.db.update(webhookLanesTable, {}, { open_until: 1 });
    await worker.runUntilIdle();
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([
      { max_in_flight: 4, open_until: 0, failing_since: null },
    ]);
    // Each of the others had its first attempt; the failed ones wait for their second.
    expect(sink.received).toHaveLength(30);
  });

  test('to an endpoint that was disabled meanwhile are canceled as they end', async () => {
    const scene = await failing(target);
    const { ctx, endpointId } = scene;
    scene.beforeAnswer = async () => {
      await disableEndpoint(ctx, endpointId, 'manual');
    };
    await scene.worker.runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'canceled', attempts: 1 },
    ]);
    expect(await ctx.db.select(deliveryAttemptsTable)).toMatchObject([
      { status_code: 500, next_attempt_at: null },
    ]);
  });
});

describe.each(targets)('waiting deliveries of a disabled endpoint on %s', (target) => {
  test('are canceled in the background, also when the endpoint is enabled at once, despite clock differences', async () => {
    const scene = await failing(target, { events: 0 });
    const { ctx, worker, sink, endpointId } = scene;
    const at = (hours: number) => ({ ...ctx, now: () => new Date(Date.now() + hours * hourMs) });
    scene.answer = 200;
    await scene.record(at(1), 2_500);
    await disableWebhookEndpoint(ctx, endpointId);
    await worker.runUntilIdle();
    expect(sink.received).toEqual([]);
    await enableWebhookEndpoint(ctx, endpointId);
    await scene.record(at(-1), 3);
    const [canceled] = await ctx.db.select(deliveriesTable).where({ status: 'canceled' }).limit(1);
    const again = { deliveryId: canceled?.id ?? '', now: at(-1).now().toISOString() };
    expect(await ctx.db.run(redeliver, again)).toBe(true);
    await scene.runJobs();
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(3 + 1);
    const rows = await ctx.db.select(deliveriesTable).where({ status: 'canceled' });
    expect(rows).toHaveLength(2_500 - 1);
    expect(await ctx.db.select(jobsTable)).toEqual([]);
  });
});

test('are not blocked: disabling by a rule holds no lane while it waits for another', async () => {
  const scene = await createDeliveryScene('Postgres');
  const ctx = await scene.tenant();
  const before = await scene.endpoint(ctx, { url: 'https://example.com/1' });
  const failing = await scene.endpoint(ctx, { url: 'https://example.com/2' });
  const settling = await scene.database.writer.transaction();
  onTestFinished(async () => void (await settling.rollback()));
  const take = (id: string) => settling('webhook_lanes').where({ endpoint_id: id }).forUpdate();
  await take(before.id);
  const disabled = disableEndpoint(ctx, failing.id, 'failing');
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await scene.database.writer.raw(waiting)).rows).toHaveLength(1);
  expect(await take(failing.id).noWait()).toHaveLength(1);
  await settling.rollback();
  expect(await disabled).toBe(true);
});

/** Creates a tenant with a failing endpoint and events for it. */
async function failing(target: Target, { answer = 500, events = 1 } = {}) {
  const scene = await createDeliveryScene(target);
  const ctx = await scene.tenant();
  let passed = 0;
  const sink = await scene.newSink(async () => {
    await more.beforeAnswer();
    return { status: more.answer };
  });
  sink.now = () => new Date(Date.now() + passed);
  const { id } = await scene.endpoint(ctx, { url: sink.url });
  await scene.record(ctx, events);
  const more = {
    ...scene,
    ctx,
    sink,
    endpointId: id,
    answer,
    beforeAnswer: async () => {},
    worker: scene.worker({ now: sink.now }),
    pass: (ms: number) => {
      passed += ms;
    },
  };
  return more;
}
