import { describe, expect, onTestFinished, test } from 'vitest';
import { openAt, targets } from '../../test/databases.ts';
import {
  anotherProcess,
  createDeliveryScene,
  type DeliveryScene,
  roundingMs,
  sealer,
} from '../../test/delivery-scene.ts';
import { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { readLeases } from '../webhook-deliveries/leases.ts';
import { cancelDeliveries } from '../webhook-deliveries/statements/cancel-deliveries.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  nextDeliveryIn,
} from '../webhook-deliveries/statements/claim-deliveries.ts';
import { settleDeliveries } from '../webhook-deliveries/statements/settle-deliveries.ts';
import { disableWebhookEndpoint, updateWebhookEndpoint } from './service.ts';
import { webhookEndpointsTable, webhookLanesTable } from './table.ts';

const leaseMs = 60_000;

describe.each(targets)('claims of deliveries on %s', (target) => {
  test('share fairly between endpoints, whatever their backlog', async () => {
    const scene = await createDeliveryScene(target);
    const big = await withBacklog(scene, 3_000);
    const small = await Promise.all(Array.from({ length: 40 }, () => withBacklog(scene, 3)));
    const seen = new Map<string, number>();
    for (let claim = 0; claim < 4; claim += 1) {
      const claimed = await claimAll(scene.system, 120);
      for (const { tenantId } of claimed) seen.set(tenantId, (seen.get(tenantId) ?? 0) + 1);
      await settleAll(scene.system, claimed);
    }
    expect(small.map((ctx) => seen.get(ctx.db.tenantId))).toEqual(small.map(() => 3));
    expect(seen.get(big.db.tenantId)).toBeGreaterThanOrEqual(4);
    await expectSoundLanes(scene);
  });

  test('never put more than four in flight to one endpoint, across workers', async () => {
    const scene = await createDeliveryScene(target);
    await withBacklog(scene, 30);
    const other = anotherProcess(scene);
    const claims = await Promise.all(
      [scene.system, other, scene.system, other].map((system) => claimAll(system)),
    );
    claims.push(await claimAll(other));
    const first = claims.flat();
    expect(first).toHaveLength(4);
    expect(await claimAll(scene.system)).toEqual([]);
    await settleAll(other, first.slice(0, 3));
    const second = await claimAll(scene.system);
    expect(second).toHaveLength(3);
    const ids = [...first, ...second].map((delivery) => delivery.id);
    expect(new Set(ids).size).toBe(7);
    await expectSoundLanes(scene);
  });

  test('count correctly, lose nothing and claim nothing twice during concurrent writes', async () => {
    const scene = await createDeliveryScene(target);
    const tenants = await Promise.all([1, 2, 3].map(() => withBacklog(scene, 5)));
    const [one, other] = [scene.system, anotherProcess(scene)];
    let delivered = 0;
    let wanted = 15;
    let isWriting = true;
    const work = async (system: SystemDb, seed: number) => {
      for (let turn = 0; isWriting || turn < 3; turn += 1) {
        const claimed = await claimAll(system, 1 + ((turn * 7 + seed) % 9));
        if (claimed.length > 0) turn = 0;
        // Some become ready and are claimed again. The previous worker cannot settle a delivery of another one.
        const again = claimed.filter((_, index) => (turn + index + seed) % 5 === 0);
        await settleAll(system, claimed, (one) =>
          again.includes(one) && one.attempts < 4 ? 'ready' : 'delivered',
        );
        delivered += claimed.filter((one) => !(again.includes(one) && one.attempts < 4)).length;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const write = async () => {
      for (let n = 0; n < 25; n += 1) {
        await Promise.all(tenants.map((ctx) => scene.record(ctx, 2)));
        wanted += 2 * tenants.length;
      }
      isWriting = false;
    };
    await Promise.all([write(), ...[0, 1, 2, 3].map((n) => work(n % 2 === 0 ? one : other, n))]);
    for (;;) {
      const rest = await claimAll(scene.system);
      if (rest.length === 0) break;
      delivered += rest.length;
      await settleAll(scene.system, rest);
    }
    expect(delivered).toBe(wanted);
    const rows = await scene.database.writer('deliveries');
    expect(rows).toHaveLength(wanted);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['delivered']));
    await expectSoundLanes(scene);
  });

  test('respect maxPerSecond and return the time of the next claim', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await withBacklog(scene, 10, { maxPerSecond: 2 });
    const startedMs = Date.now();
    expect(await claimAll(scene.system)).toHaveLength(1);
    const endedMs = Date.now();
    const [lane] = await ctx.db.select(webhookLanesTable);
    expect(lane?.throttled_until).toBeGreaterThanOrEqual(startedMs + 500 - roundingMs);
    expect(lane?.throttled_until).toBeLessThanOrEqual(endedMs + 500 + roundingMs);
    // Half a second can pass before the next claim on a busy machine, five minutes cannot.
    const throttledUntil = Date.now() + 300_000;
    await ctx.db.update(webhookLanesTable, {}, { throttled_until: throttledUntil });
    expect(await claimAll(scene.system)).toEqual([]);
    const wait = (await scene.system.run(nextDeliveryIn, [])).nextInMs ?? 0;
    expect(wait).toBeGreaterThanOrEqual(throttledUntil - Date.now() - roundingMs);
    expect(wait).toBeLessThanOrEqual(300_000);
    await ctx.db.update(webhookLanesTable, {}, { throttled_until: 1 });
    expect((await scene.system.run(nextDeliveryIn, [])).isDue).toBe(true);
    expect(await claimAll(scene.system)).toHaveLength(1);
  });

  test('skip disabled endpoints and deliveries that are not due', async () => {
    const scene = await createDeliveryScene(target);
    const [off, on] = [await withBacklog(scene, 5), await withBacklog(scene, 2)];
    const [endpoint] = await off.db.select(webhookEndpointsTable);
    await disableWebhookEndpoint(off, endpoint?.id ?? '');
    const claimed = await claimAll(scene.system);
    expect(claimed.map(({ tenantId }) => tenantId)).toEqual([on.db.tenantId, on.db.tenantId]);
    const startedMs = Date.now();
    await settleAll(scene.system, claimed, () => 'ready', 300_000);
    expect(await claimAll(scene.system)).toEqual([]);
    const wait = (await scene.system.run(nextDeliveryIn, [])).nextInMs ?? 0;
    expect(wait).toBeGreaterThanOrEqual(startedMs + 300_000 - Date.now() - roundingMs);
    expect(wait).toBeLessThanOrEqual(300_000);
    await expectSoundLanes(scene);
  });

  test('report that the endpoint changed since it was read', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await withBacklog(scene, 5);
    const claimed = await claimAll(scene.system);
    await settleAll(scene.system, claimed);
    const [first] = claimed;
    const [endpoint] = await ctx.db.select(webhookEndpointsTable);
    await updateWebhookEndpoint(
      ctx,
      sealer,
      endpoint?.id ?? '',
      { url: 'https://example.com/new' },
      undefined,
    );
    const [second] = await claimAll(scene.system);
    expect(second?.version).toBeGreaterThan(first?.version ?? Infinity);
  });
});

test('skip a lane that changed after the claim started', async () => {
  const scene = await createDeliveryScene('Postgres');
  await withBacklog(scene, 6);
  const { system, release } = await claimerThatWaits(scene);
  const waiting = claimAll(system);
  await untilOneWaits(scene);
  const first = await claimAll(scene.system);
  expect(first).toHaveLength(4);
  await settleAll(scene.system, first);
  await release();
  // When the claim began, all six were waiting.
  expect(await waiting).toEqual([]);
  const rest = await claimAll(system);
  expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(6);
  await expectSoundLanes(scene);
});

test('skip deliveries canceled after the claim started', async () => {
  const scene = await createDeliveryScene('Postgres');
  const ctx = await withBacklog(scene, 6);
  const [lane] = await ctx.db.select(webhookLanesTable);
  const { system, release } = await claimerThatWaits(scene);
  const waiting = claimAll(system);
  await untilOneWaits(scene);
  const { endpoint_id: endpointId = '', version = 0 } = lane ?? {};
  const batch = { endpointId, version, now: ctx.now().toISOString(), limit: 5 };
  expect(await ctx.db.run(cancelDeliveries, batch)).toBe(5);
  await release();
  expect(await waiting).toEqual([]);
  expect(await claimAll(system)).toHaveLength(1);
});

/** Starts a claim in another process. It reads the database, and then waits before it locks an endpoint lane. */
async function claimerThatWaits(scene: DeliveryScene) {
  const { writer } = scene.database;
  await writer.raw('create schema waiting');
  await writer.raw(`
    create function waiting.clock_timestamp() returns timestamptz language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(1);
      return pg_catalog.clock_timestamp();
    end $$`);
  const url = new URL(scene.place.databaseUrl ?? '');
  url.searchParams.set('options', '-c search_path=waiting,pg_catalog,public');
  const system = new SystemDb(openAt({ ...scene.place, databaseUrl: url.href }));
  const lock = await writer.transaction();
  onTestFinished(async () => void (await lock.rollback()));
  await lock.raw('select pg_advisory_xact_lock(1)');
  return { system, release: () => lock.commit() };
}

async function untilOneWaits({ database }: DeliveryScene): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`;
  await expect.poll(async () => (await database.writer.raw(waiting)).rows).toHaveLength(1);
}

/** Creates a tenant with one endpoint and `count` deliveries to it. */
async function withBacklog(
  scene: DeliveryScene,
  count: number,
  body: { maxPerSecond?: number } = {},
): Promise<TenantContext> {
  const ctx = await scene.tenant();
  await scene.endpoint(ctx, { url: 'https://example.com', ...body });
  await scene.record(ctx, count);
  return ctx;
}

const tokens = new WeakMap<ClaimedDelivery, string>();
let claims = 0;

async function claimAll(system: SystemDb, limit = 200): Promise<readonly ClaimedDelivery[]> {
  claims += 1;
  const leaseToken = `token-${claims}`;
  const claimed = await system.run(claimDeliveries, { limit, leaseToken, leaseMs });
  for (const delivery of claimed) tokens.set(delivery, leaseToken);
  return claimed;
}

async function settleAll(
  system: SystemDb,
  claimed: readonly ClaimedDelivery[],
  statusOf: (delivery: ClaimedDelivery) => 'ready' | 'delivered' = () => 'delivered',
  waitMs = 0,
): Promise<void> {
  const settled = await system.run(
    settleDeliveries,
    claimed.map((delivery) => ({
      tenantId: delivery.tenantId,
      deliveryId: delivery.id,
      endpointId: delivery.endpointId,
      leaseToken: tokens.get(delivery) ?? '',
      decide: (health, nowMs) => ({
        health,
        delivery: {
          status: statusOf(delivery),
          trigger: 'scheduled',
          attempts: delivery.attempts,
          seriesAttempts: delivery.seriesAttempts,
          dueMs: nowMs + waitMs,
          updatedAt: new Date().toISOString(),
          deliveredAt: null,
          attempt: null,
        },
      }),
    })),
  );
  expect(settled).toEqual(claimed.map(() => true));
}

/**
 * Checks that each endpoint lane matches its deliveries: without a due time of its lane, a ready delivery would never
 * be sent.
 */
async function expectSoundLanes({ database }: DeliveryScene): Promise<void> {
  const lanes = await database.writer('webhook_lanes');
  const deliveries = await database.writer('deliveries');
  for (const lane of lanes) {
    const own = deliveries.filter((row) => row.endpoint_id === lane.endpoint_id);
    const leased = readLeases(lane.leases).map(({ deliveryId }) => deliveryId);
    expect(lane.in_flight).toBe(leased.length);
    const waiting = own.filter((row) => row.status === 'ready' && !leased.includes(row.id));
    expect(own.filter((row) => leased.includes(row.id) && row.status !== 'ready')).toEqual([]);
    const due = waiting.map((row) => Number(row.due_at));
    if (due.length > 0) {
      expect(lane.next_due).not.toBeNull();
      expect(Number(lane.next_due)).toBeLessThanOrEqual(Math.min(...due));
    }
  }
}
