import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { aContact, aDelivery, createScene, unique } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aHook, attempted, deliveriesTo, deliveryWith, theDelivery, waitOf } from './hook.ts';

/** The longest wait between two attempts, including its random part, in milliseconds. */
const longestWaitMs = 1.2 * 86_400_000;

/** Tests the redelivery of one event on request. */
export function testRedelivery(
  running: () => Target,
  paused: () => Target,
  start: StartTarget,
): void {
  test('redelivers a delivered event with the same id and body', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    await aContact(scene);
    const { attempts: before, ...first } = await theDelivery(scene, hook, 'delivered');
    const request = { params: { id: first.id }, idempotencyKey: unique('key') };
    const again = await scene.api.webhookDeliveries.redeliver(request);
    expect(again).toMatchObject({
      id: first.id,
      eventId: first.eventId,
      createdAt: first.createdAt,
    });
    expect(['pending', 'retrying', 'delivering', 'delivered']).toContain(again.status);
    await hook.receives(2);
    const { attempts } = await deliveryWith(scene, first.id, 'delivered');
    expect(attempts).toMatchObject([before[0], { n: 2, trigger: 'manual', statusCode: 200 }]);
    expect(hook.received[1]?.rawBody).toBe(hook.received[0]?.rawBody);
    expect(await scene.api.webhookDeliveries.redeliver(request)).toEqual(again);
    expect(await deliveryWith(scene, first.id, 'delivered')).toMatchObject({ attemptCount: 2 });
    expect(await deliveriesTo(scene, hook)).toHaveLength(1);
  });

  test('a failed redelivery starts the retry schedule again', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer((_received, index) => ({ status: index === 2 || index === 5 ? 200 : 500 }));
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'retrying');
    const untilAttempts = async (count: number) => {
      await target.advance(longestWaitMs);
      return attempted(scene, id, count);
    };
    await untilAttempts(2);
    expect((await untilAttempts(3)).status).toBe('delivered');
    await scene.api.webhookDeliveries.redeliver({ params: { id } });
    const failed = await attempted(scene, id, 4);
    expect(failed.status).toBe('retrying');
    expect(waitOf(failed)).toBeLessThan(10_000);
    await untilAttempts(5);
    const { attempts } = await untilAttempts(6);
    expect(attempts.map(({ n, trigger, statusCode }) => [n, trigger, statusCode])).toEqual([
      [1, 'scheduled', 500],
      [2, 'scheduled', 500],
      [3, 'scheduled', 200],
      [4, 'manual', 500],
      [5, 'scheduled', 500],
      [6, 'scheduled', 200],
    ]);
  });

  test('redelivers a canceled delivery', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer({ status: 500 });
    await aContact(scene);
    const { id, endpointId } = await theDelivery(scene, hook, 'retrying');
    await scene.api.webhookEndpoints.disable({ params: { id: endpointId } });
    await deliveryWith(scene, id, 'canceled');
    await scene.api.webhookEndpoints.enable({ params: { id: endpointId } });
    hook.answer({ status: 200 });
    await scene.api.webhookDeliveries.redeliver({ params: { id } });
    expect(await deliveryWith(scene, id, 'delivered')).toMatchObject({ attemptCount: 2 });
  });

  test('a redelivery of a waiting retry is sent at once and restarts the schedule', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer({ status: 500, headers: { 'retry-after': '3600' } });
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'retrying');
    hook.answer({ status: 200 });
    await scene.api.webhookDeliveries.redeliver({ params: { id } });
    const { attempts } = await deliveryWith(scene, id, 'delivered');
    expect(attempts).toMatchObject([
      { n: 1, trigger: 'scheduled', statusCode: 500 },
      { n: 2, trigger: 'manual', statusCode: 200 },
    ]);
  });

  test('refuses to redeliver a delivery before its first attempt', async () => {
    const scene = await createScene(paused());
    const { id } = await aDelivery(scene);
    const error = await refused(
      scene.api.webhookDeliveries.redeliver({ params: { id } }),
      'SVC-INVALID-TRANSITION',
    );
    expect(error.details).toMatchObject({ resource: 'webhookDelivery', id, from: 'pending' });
  });

  test('refuses a redelivery to a disabled endpoint', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    await aContact(scene);
    const { id, endpointId } = await theDelivery(scene, hook, 'delivered');
    await scene.api.webhookEndpoints.disable({ params: { id: endpointId } });
    await refused(
      scene.api.webhookDeliveries.redeliver({ params: { id } }),
      'SVC-INVALID-TRANSITION',
    );
    expect(hook.received).toHaveLength(1);
  });
}
