import { eventTypes } from '@parley/contract';
import { expect, test } from 'vitest';
import { recordedEvents } from '../event-checks.ts';
import { aContact, createScene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aHook, deliveriesTo, eventIn, idsIn } from './hook.ts';

/** Tests the endpoint that sends a test event to a receiver. */
export function testTrials(running: () => Target, paused: () => Target): void {
  test('a test event is one signed attempt, and not in the event log', async () => {
    const scene = await createScene(paused());
    await using hook = await aHook(scene, { headers: { 'x-shop': 'bakery' } });
    hook.answer({ body: 'thanks' });
    const before = await recordedEvents(scene);
    const result = await scene.api.webhookEndpoints.test({ params: { id: hook.endpoint.id } });
    expect(result).toEqual({
      delivered: true,
      statusCode: 200,
      durationMs: expect.any(Number),
      responseSnippet: 'thanks',
      error: null,
    });
    expect(hook.received).toHaveLength(1);
    expect(hook.received[0]?.headers).toMatchObject({ 'x-shop': 'bakery' });
    expect(eventIn(hook.received[0])).toMatchObject({
      type: 'webhook.test',
      tenantId: scene.tenant.tenantId,
      sequence: 0,
      test: true,
    });
    expect(await recordedEvents(scene)).toEqual(before);
    expect(await deliveriesTo(scene, hook)).toEqual([]);
  });

  test('a test event can have any type, each with its own id', async () => {
    const scene = await createScene(paused());
    await using hook = await aHook(scene, { events: ['message.read'] });
    const params = { id: hook.endpoint.id };
    for (const type of eventTypes) {
      const { delivered } = await scene.api.webhookEndpoints.test({ params, body: { type } });
      expect(delivered, type).toBe(true);
    }
    const events = hook.received.map(eventIn);
    expect(events.map(({ type }) => type)).toEqual(eventTypes);
    for (const event of events) expect(event).toMatchObject({ sequence: 0, test: true });
    expect(new Set(idsIn(hook.received)).size).toBe(eventTypes.length);
  });

  test('a failed test event returns its error and is not retried, not even after a broken connection', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    const params = { id: hook.endpoint.id };
    hook.answer({ status: 500, body: 'no' });
    expect(await scene.api.webhookEndpoints.test({ params })).toMatchObject({
      delivered: false,
      statusCode: 500,
      responseSnippet: 'no',
      error: { code: 'http_status' },
    });
    hook.answer({ status: 302, headers: { location: hook.endpoint.url } });
    expect(await scene.api.webhookEndpoints.test({ params })).toMatchObject({
      delivered: false,
      statusCode: 302,
      error: { code: 'redirect' },
    });
    const before = hook.received.length;
    hook.answer(() => Promise.reject(new Error('the receiver broke')));
    expect(await scene.api.webhookEndpoints.test({ params })).toMatchObject({
      delivered: false,
      statusCode: null,
      responseSnippet: null,
      error: { code: 'connection_failed' },
    });
    expect(hook.received).toHaveLength(before + 1);
    expect(await deliveriesTo(scene, hook)).toEqual([]);
    const endpoint = await scene.api.webhookEndpoints.get({ params });
    expect(endpoint).toMatchObject({ status: 'enabled', failingSince: null });
  });

  test('a 410 to a test event does not disable the endpoint', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    const params = { id: hook.endpoint.id };
    hook.answer({ status: 410 });
    const result = await scene.api.webhookEndpoints.test({ params });
    expect(result).toMatchObject({ delivered: false, statusCode: 410 });
    expect((await scene.api.webhookEndpoints.get({ params })).status).toBe('enabled');
  });

  test('a repeated test request makes one attempt', async () => {
    const scene = await createScene(paused());
    await using hook = await aHook(scene);
    const request = { params: { id: hook.endpoint.id }, idempotencyKey: unique('key') };
    const first = await scene.api.webhookEndpoints.test(request);
    expect(await scene.api.webhookEndpoints.test(request)).toEqual(first);
    expect(hook.received).toHaveLength(1);
  });

  test('a disabled endpoint accepts a test event', async () => {
    const scene = await createScene(paused());
    await using hook = await aHook(scene);
    const params = { id: hook.endpoint.id };
    await scene.api.webhookEndpoints.disable({ params });
    await aContact(scene);
    expect(await scene.api.webhookEndpoints.test({ params })).toMatchObject({ delivered: true });
    expect(hook.received.map((received) => eventIn(received).test)).toEqual([true]);
  });
}
