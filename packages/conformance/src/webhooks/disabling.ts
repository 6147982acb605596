import type { WebhookEndpoint } from '@parley/contract';
import { expect, test } from 'vitest';
import { recordedEvents } from '../event-checks.ts';
import { eventually } from '../poll.ts';
import { aContact, createScene, type Scene, unique } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import {
  aHook,
  attempted,
  deliveriesTo,
  deliveryWith,
  eventIn,
  type Hook,
  nothingUnderway,
  theDelivery,
} from './hook.ts';

const hourMs = 3_600_000;
/** A time in milliseconds that is longer than every wait between two attempts. */
const nextAttemptMs = 29 * hourMs;

/** Tests what disables an endpoint, and what happens to its waiting deliveries. */
export function testDisabling(running: () => Target, start: StartTarget): void {
  test('a 410 disables an endpoint at once and notifies the other endpoints', async () => {
    const scene = await createScene(running());
    const token = unique('token-of-the-receiver');
    await using hook = await aHook(scene, { events: ['*'], headers: { authorization: token } });
    await using other = await aHook(scene, { events: ['webhook_endpoint.*'] });
    hook.answer({ status: 410 });
    await aContact(scene);
    const delivery = await theDelivery(scene, hook, 'canceled');
    expect(delivery).toMatchObject({ nextAttemptAt: null, deliveredAt: null });
    expect(delivery.attempts).toMatchObject([
      { n: 1, statusCode: 410, error: { code: 'http_status' }, nextAttemptAt: null },
    ]);
    const endpoint = await disabledOf(scene, hook);
    expect(endpoint.disabledReason).toBe('gone');
    await expectNotified(scene, endpoint, other);
    // The disabled endpoint gets no event, and the others get one each.
    expect(hook.received).toHaveLength(1);
    expect(other.received).toHaveLength(1);
    const body = other.received[0]?.rawBody;
    for (const secret of [token, ...hook.secrets]) expect(body).not.toContain(secret);
    expect(eventIn(other.received[0]).data.object).toMatchObject({
      headers: { authorization: '***' },
    });
  });

  test('disabling or deleting an endpoint cancels its waiting deliveries', async () => {
    const scene = await createScene(running());
    for (const action of ['disable', 'delete'] as const) {
      await using hook = await aHook(scene);
      hook.answer({ status: 500 });
      for (let count = 0; count < 3; count += 1) await aContact(scene);
      const made = await deliveriesTo(scene, hook);
      for (const { id } of made) await deliveryWith(scene, id, 'retrying');
      await scene.api.webhookEndpoints[action]({ params: { id: hook.endpoint.id } });
      for (const { id } of made) {
        const canceled = await deliveryWith(scene, id, 'canceled');
        expect(canceled).toMatchObject({ attemptCount: 1, nextAttemptAt: null, deliveredAt: null });
      }
    }
  });

  test('enabling an endpoint after a 410 clears its failures', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer({ status: 410 });
    await aContact(scene);
    await disabledOf(scene, hook);
    const enabled = await scene.api.webhookEndpoints.enable({ params: { id: hook.endpoint.id } });
    expect(enabled).toMatchObject({
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });
    hook.answer({ status: 200 });
    await aContact(scene);
    const [, last] = await deliveriesTo(scene, hook);
    await deliveryWith(scene, last?.id as string, 'delivered');
  });

  test('disables an endpoint after 120 hours without a success and one exhausted delivery', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    await using other = await aHook(scene, { events: ['webhook_endpoint.disabled'] });
    hook.answer({ status: 500 });
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'retrying');
    for (let attempts = 1; attempts < 10; attempts += 1) {
      const delivery = await attempted(scene, id, attempts);
      expect(delivery.status).toBe('retrying');
      // More than 120 hours of failures are not enough while some deliveries still have attempts left.
      expect((await stateOf(scene, hook)).status).toBe('enabled');
      if (attempts < 9) await target.advance(nextAttemptMs);
    }
    // A request that is signed before the clock advances and received after it would be too old.
    await target.pause();
    await aContact(scene);
    await target.advance(nextAttemptMs);
    await target.resume();
    await deliveryWith(scene, id, 'exhausted');
    const endpoint = await disabledOf(scene, hook);
    expect(endpoint).toMatchObject({ disabledReason: 'failing', lastSuccessAt: null });
    const failing =
      Date.parse(endpoint.disabledAt as string) - Date.parse(endpoint.failingSince as string);
    expect(failing).toBeGreaterThan(120 * hourMs);
    const [, waiting] = await deliveriesTo(scene, hook);
    await deliveryWith(scene, waiting?.id as string, 'canceled');
    await expectNotified(scene, endpoint, other);
  });

  test('disables an endpoint that is down for 120 hours, also when the breaker held deliveries back', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer({ status: 500 });
    await target.pause();
    for (let made = 0; made < 24; made += 1) await aContact(scene);
    await target.resume();
    await hook.receives(10);
    await nothingUnderway(scene, hook);
    for (let hours = 0; hours < 116; hours += 29) {
      expect((await stateOf(scene, hook)).status).toBe('enabled');
      // The breaker is open, so the endpoint gets one attempt at a time.
      const count = hook.received.length + 1;
      await target.advance(29 * hourMs);
      await hook.receives(count);
      await nothingUnderway(scene, hook);
    }
    await target.advance(29 * hourMs);
    expect((await disabledOf(scene, hook)).disabledReason).toBe('failing');
    for (const { id } of await deliveriesTo(scene, hook)) {
      const { attempts } = await deliveryWith(scene, id, 'canceled');
      expect(attempts.length).toBeLessThan(10);
    }
  });

  test('every success restarts the 120 hours, so sporadic failures disable nothing', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer({ status: 500 });
    await aContact(scene);
    const { id, eventId } = await theDelivery(scene, hook, 'retrying');
    hook.answer(({ headers }) => ({ status: headers['webhook-id'] === eventId ? 500 : 200 }));
    for (let attempts = 1; attempts < 10; attempts += 1) {
      await attempted(scene, id, attempts);
      if (attempts === 4 || attempts === 8) await aSuccess(scene, hook);
      await target.advance(nextAttemptMs);
    }
    const { attempts } = await deliveryWith(scene, id, 'exhausted');
    const endpoint = await stateOf(scene, hook);
    expect(endpoint).toMatchObject({ status: 'enabled', disabledReason: null });
    expect(Date.parse(endpoint.failingSince as string)).toBeGreaterThan(
      Date.parse(attempts[7]?.at as string),
    );
    await aSuccess(scene, hook);
    expect((await stateOf(scene, hook)).failingSince).toBeNull();
  });
}

function stateOf(scene: Scene, { endpoint }: Hook): Promise<WebhookEndpoint> {
  return scene.api.webhookEndpoints.get({ params: { id: endpoint.id } });
}

/** Waits until the server has disabled the endpoint because of its failures, and returns it. */
function disabledOf(scene: Scene, hook: Hook): Promise<WebhookEndpoint> {
  return eventually(
    scene.target,
    () => stateOf(scene, hook),
    ({ status }) => status === 'disabled',
  );
}

async function aSuccess(scene: Scene, hook: Hook): Promise<void> {
  const { id: subjectId } = await aContact(scene);
  const { data } = await scene.api.events.list({ query: { subjectId } });
  const eventId = data[0]?.id as string;
  const query = { eventId };
  const params = { id: hook.endpoint.id };
  const list = await scene.api.webhookEndpoints.listDeliveries({ params, query });
  await deliveryWith(scene, list.data[0]?.id as string, 'delivered');
}

async function expectNotified(scene: Scene, endpoint: WebhookEndpoint, other: Hook): Promise<void> {
  const [received] = await other.receives(1);
  const event = eventIn(received);
  expect(event).toMatchObject({
    type: 'webhook_endpoint.disabled',
    timestamp: endpoint.disabledAt,
    subject: { type: 'webhook_endpoint', id: endpoint.id },
    actor: { type: 'system', id: null, grantId: null },
    data: {
      object: { id: endpoint.id, status: 'disabled', disabledReason: endpoint.disabledReason },
      previous: { status: 'enabled', disabledReason: null, disabledAt: null },
    },
  });
  const events = await recordedEvents(scene);
  expect(events.filter(({ type }) => type === event.type)).toEqual([event]);
}
