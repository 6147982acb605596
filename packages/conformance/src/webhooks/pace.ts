import { webhookLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { aContact, createScene } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aHook, deliveriesTo, deliveryWith, nothingUnderway } from './hook.ts';

/** Tests the rate of attempts to an endpoint, and that endpoints do not delay each other. */
export function testPace(running: () => Target, start: StartTarget): void {
  test('a slow endpoint has at most four attempts in flight and delays no other endpoint', async () => {
    const scene = await createScene(running());
    await using slow = await aHook(scene);
    await using quick = await aHook(scene);
    const stranger = await createScene(running());
    await using theirs = await aHook(stranger);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let inFlight = 0;
    let most = 0;
    slow.answer(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await gate;
      inFlight -= 1;
      return {};
    });
    const count = 3 * webhookLimits.concurrency;
    try {
      for (let made = 0; made < count; made += 1) await aContact(scene);
      await aContact(stranger);
      await quick.receives(count);
      await theirs.receives(1);
      await slow.receives(webhookLimits.concurrency);
      expect(slow.received).toHaveLength(webhookLimits.concurrency);
      const statuses = (await deliveriesTo(scene, slow)).map(({ status }) => status);
      expect(statuses).not.toContain('delivered');
    } finally {
      open();
    }
    await slow.receives(count);
    for (const { id } of await deliveriesTo(scene, slow))
      await deliveryWith(scene, id, 'delivered');
    expect(most).toBe(webhookLimits.concurrency);
    expect(slow.received).toHaveLength(count);
  });

  test('an endpoint with maxPerSecond 1 gets at most one attempt per second', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using slowed = await aHook(scene, { maxPerSecond: 1_000 });
    await aContact(scene);
    await slowed.receives(1);
    const params = { id: slowed.endpoint.id };
    await scene.api.webhookEndpoints.update({ params, body: { maxPerSecond: 1 } });
    await using hook = await aHook(scene, { maxPerSecond: 1 });
    await using quick = await aHook(scene);
    for (let made = 0; made < 4; made += 1) await aContact(scene);
    await quick.receives(4);
    for (let count = 1; count <= 4; count += 1) {
      await hook.receives(count);
      await slowed.receives(count + 1);
      await target.advance(1_000);
    }
    for (const { received } of [hook, slowed]) {
      const times = received.map(({ at }) => at.getTime());
      for (const [index, time] of times.entries()) {
        // At the start, at most one attempt more than the rate is allowed.
        expect(time - (times[0] as number)).toBeGreaterThanOrEqual((index - 1) * 1_000 - 50);
      }
    }
  });

  test('the breaker pauses a failing endpoint for 30 seconds, then allows one attempt', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer({ status: 500 });
    const count = 24;
    await target.pause();
    for (let made = 0; made < count; made += 1) await aContact(scene);
    await target.resume();
    await hook.receives(fewestAttempts);
    await nothingUnderway(scene, hook);
    // The attempts in flight when the tenth failed have arrived too.
    const first = hook.received.length;
    expect(first).toBeLessThan(fewestAttempts + webhookLimits.concurrency);
    const statuses = (await deliveriesTo(scene, hook)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(count - first);

    await target.advance(pauseMs);
    await hook.receives(first + 1);
    await nothingUnderway(scene, hook);
    expect(hook.received).toHaveLength(first + 1);

    hook.answer({ status: 200 });
    await target.advance(pauseMs);
    for (const { id } of await deliveriesTo(scene, hook))
      await deliveryWith(scene, id, 'delivered');
    const params = { id: hook.endpoint.id };
    expect(await scene.api.webhookEndpoints.get({ params })).toMatchObject({ failingSince: null });
  });
}

const fewestAttempts = 10;
const pauseMs = 31_000;
