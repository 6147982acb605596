import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { anotherProcess, createDeliveryScene, roundingMs } from '../../test/delivery-scene.ts';
import { holdPolls } from '../../test/hold-polls.ts';
import { closedPort } from '../../test/receivers.ts';
import { SystemDb } from '../db/system-db.ts';
import { eventsTable } from '../events/table.ts';
import { claimDeliveries } from '../webhook-deliveries/statements/claim-deliveries.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { deleteWebhookEndpoint } from './service.ts';
import { webhookLanesTable, webhookSecretsTable } from './table.ts';
import type { DeliveryWorker } from './worker.ts';

describe.each(targets)('a delivery worker on %s', (target) => {
  test('sends each event once to each endpoint, signed, and records the outcome', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink(() => ({ status: 200, body: 'thanks' }));
    const headers = { 'x-own': 'yes' };
    const { id } = await scene.endpoint(ctx, { url: sink.url, headers });
    await scene.record(ctx, 25);
    await scene.worker().runUntilIdle();
    const events = await ctx.db.select(eventsTable).orderBy('sequence');
    expect(sink.received.map((one) => one.body).sort()).toEqual(
      events.map((event) => event.body).sort(),
    );
    for (const { headers, id } of sink.received) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Parley-Webhooks/1',
        'x-own': 'yes',
      });
      expect(events.map((event) => event.id)).toContain(id);
    }
    const deliveries = await ctx.db.select(deliveriesTable);
    expect(deliveries).toHaveLength(25);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        endpoint_id: id,
        status: 'delivered',
        attempts: 1,
        delivered_at: expect.any(String),
      });
    }
    const attempts = await ctx.db.select(deliveryAttemptsTable);
    expect(attempts).toHaveLength(25);
    expect(attempts[0]).toMatchObject({
      n: 1,
      trigger: 'scheduled',
      status_code: 200,
      error_code: null,
      response_snippet: 'thanks',
      next_attempt_at: null,
    });
    expect(await ctx.db.select(webhookLanesTable)).toMatchObject([
      {
        in_flight: 0,
        leases: '',
        next_due: null,
        failing_since: null,
        last_success_at: expect.any(String),
      },
    ]);
  });

  test('retries on schedule with the same body and a new signature until it succeeds', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink((_one, count) => ({ status: count < 3 ? 500 : 204 }));
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx);
    let now = Date.now();
    const worker = scene.worker({ now: () => new Date(now) });
    for (const waitMs of [5_000, 300_000]) {
      const startedMs = Date.now();
      await worker.runUntilIdle();
      const endedMs = Date.now();
      const [waiting] = await ctx.db.select(deliveriesTable);
      const [last] = await ctx.db.select(deliveryAttemptsTable).orderBy('n', 'desc');
      expect(waiting).toMatchObject({ status: 'ready', delivered_at: null });
      expect(waiting?.due_at).toBeGreaterThanOrEqual(startedMs + waitMs - roundingMs);
      expect(waiting?.due_at).toBeLessThanOrEqual(endedMs + waitMs + roundingMs);
      expect(last).toMatchObject({
        status_code: 500,
        error_code: 'http_status',
        next_attempt_at: new Date(now + waitMs).toISOString(),
      });
      await scene.makeDue();
      now += 2_000;
    }
    await worker.runUntilIdle();
    expect(new Set(sink.received.map((one) => one.body)).size).toBe(1);
    const timestamps = sink.received.map((one) => one.headers['webhook-timestamp']);
    expect(new Set(timestamps).size).toBe(3);
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 3 },
    ]);
    const attempts = await ctx.db.select(deliveryAttemptsTable).orderBy('n');
    expect(attempts.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  test('sends waiting deliveries to the current URL', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    const { id } = await scene.endpoint(ctx, { url: await closedPort() });
    await scene.record(ctx);
    const worker = scene.worker();
    await worker.runUntilIdle();
    await scene.move(ctx, id, sink.url);
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(1);
    const attempts = await ctx.db.select(deliveryAttemptsTable).orderBy('n');
    expect(attempts.map((one) => one.error_code)).toEqual(['connection_refused', null]);
  });

  test('cancels deliveries of a deleted endpoint or of a removed event', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    const { id } = await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, 2);
    const [event] = await ctx.db.select(eventsTable);
    await ctx.db.remove(eventsTable, { id: event?.id ?? '' });
    const [claimed, other] = await scene.system.run(claimDeliveries, {
      limit: 4,
      leaseToken: 'slow',
      leaseMs: 60_000,
    });
    expect([claimed?.body, other?.body].includes(null)).toBe(true);
    await scene.expireLeases();
    const worker = scene.worker();
    await worker.sweep();
    await scene.makeDue();
    await worker.runUntilIdle();
    expect(sink.received).toHaveLength(1);
    await scene.record(ctx, 3);
    await deleteWebhookEndpoint(ctx, id);
    await worker.runUntilIdle();
    await scene.runJobs();
    expect(sink.received).toHaveLength(1);
    const statuses = (await ctx.db.select(deliveriesTable)).map((row) => row.status).sort();
    expect(statuses).toEqual(['canceled', 'canceled', 'canceled', 'canceled', 'delivered']);
  });

  test('postpones attempts that could not start without counting them', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx);
    const expectPostponed = async (worker: DeliveryWorker, waitMs: number) => {
      const startedMs = Date.now();
      await worker.runUntilIdle();
      const endedMs = Date.now();
      const [row] = await ctx.db.select(deliveriesTable);
      expect(row).toMatchObject({ status: 'ready', attempts: 0 });
      expect(row?.due_at).toBeGreaterThanOrEqual(startedMs + waitMs - roundingMs);
      expect(row?.due_at).toBeLessThanOrEqual(endedMs + waitMs + roundingMs);
    };
    const system = new UnreachableTenants(scene.database);
    await expectPostponed(scene.worker({ system }), 5_000);
    const [{ sealed } = { sealed: '' }] = await ctx.db.select(webhookSecretsTable);
    await ctx.db.update(webhookSecretsTable, {}, { sealed: sealed.replace('.test.', '.other.') });
    await scene.makeDue();
    await expectPostponed(scene.worker(), 300_000);
    expect(sink.received).toEqual([]);
    await ctx.db.update(webhookSecretsTable, {}, { sealed });
    await scene.makeDue();
    await scene.worker().runUntilIdle();
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([
      { status: 'delivered', attempts: 1 },
    ]);
  });

  test('two processes send every event once', async () => {
    const scene = await createDeliveryScene(target);
    const sink = await scene.newSink();
    for (let n = 0; n < 5; n += 1) {
      const ctx = await scene.tenant();
      await scene.endpoint(ctx, { url: `${sink.url}/${n}` });
      await scene.record(ctx, 40);
    }
    const other = anotherProcess(scene);
    const workers = [scene.worker(), scene.worker({ system: other })];
    await Promise.all(workers.map((worker) => worker.runUntilIdle()));
    const sent = sink.received.map((one) => `${one.id} ${one.path}`);
    expect(new Set(sent).size).toBe(200);
    expect(sent).toHaveLength(200);
    const rows = await scene.database.writer('deliveries');
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['delivered']));
  });

  test('is woken by a commit that adds a delivery', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    const worker = scene.worker();
    const workerRests = holdPolls();
    worker.start();
    for (let round = 1; round <= 3; round += 1) {
      await workerRests();
      await scene.record(ctx);
      await expect.poll(() => sink.received.length).toBe(round);
    }
    await worker.stop(5_000);
    const delivered = { status: 'delivered' };
    expect(await ctx.db.select(deliveriesTable)).toMatchObject([delivered, delivered, delivered]);
  });
});

/** A database that can claim and record deliveries, but cannot read the data that an attempt needs. */
class UnreachableTenants extends SystemDb {
  override forTenant(): never {
    throw new Error('Connection terminated');
  }
}
