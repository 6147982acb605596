import type { Contact, EventEnvelope, ReplayWebhookBody } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { aChannel, aContact, anEndpoint, createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aHook, deliveriesTo, deliveryWith, eventIn, type Hook, theDelivery } from './hook.ts';

/** Tests the replay of many past events on request. */
export function testReplay(running: () => Target, paused: () => Target): void {
  test('a replay sends only the events missed while the endpoint was disabled', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    const params = { id: hook.endpoint.id };
    await aContact(scene);
    await theDelivery(scene, hook, 'delivered');
    await scene.api.webhookEndpoints.disable({ params });
    const missed = [await aContact(scene), await aContact(scene)];
    await scene.api.webhookEndpoints.enable({ params });
    expect(await replay(scene, hook)).toBe(2);
    await hook.receives(3);
    expect(subjectsOf(hook).slice(1).sort()).toEqual(idsOf(missed));
    for (const { id } of await deliveriesTo(scene, hook)) {
      const { attempts, eventId } = await deliveryWith(scene, id, 'delivered');
      const isFirst = eventId === hook.received[0]?.headers['webhook-id'];
      expect(attempts).toMatchObject([{ n: 1, trigger: isFirst ? 'scheduled' : 'manual' }]);
    }
  });

  test('a replay sends events from before the endpoint was created', async () => {
    const scene = await createScene(running());
    const earlier = [await aContact(scene), await aContact(scene), await aContact(scene)];
    await using hook = await aHook(scene);
    expect(await replay(scene, hook)).toBe(3);
    await hook.receives(3);
    expect(subjectsOf(hook).sort()).toEqual(idsOf(earlier));
    const delivered = await deliveriesTo(scene, hook);
    for (const { id } of delivered) await deliveryWith(scene, id, 'delivered');
    expect(await replay(scene, hook)).toBe(0);
  });

  test('a replay with `onlyFailed: false` sends delivered events again under the same id', async () => {
    const scene = await createScene(running());
    const earlier = await aContact(scene);
    await using hook = await aHook(scene);
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'delivered');
    expect(await replay(scene, hook, { onlyFailed: false })).toBe(2);
    await hook.receives(3);
    const { attempts } = await deliveryWith(scene, id, 'delivered');
    expect(attempts).toMatchObject([
      { n: 1, trigger: 'scheduled' },
      { n: 2, trigger: 'manual', statusCode: 200 },
    ]);
    const [first, ...others] = hook.received.map(({ rawBody }) => rawBody);
    expect(others).toContain(first);
    expect(subjectsOf(hook)).toContain(earlier.id);
    for (const { id } of await deliveriesTo(scene, hook)) {
      await deliveryWith(scene, id, 'delivered');
    }
    expect(await replay(scene, hook)).toBe(0);
  });

  test('a replay sends exhausted and canceled deliveries', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    const params = { id: hook.endpoint.id };
    hook.answer({ status: 500 });
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'retrying');
    await scene.api.webhookEndpoints.disable({ params });
    await deliveryWith(scene, id, 'canceled');
    await scene.api.webhookEndpoints.enable({ params });
    hook.answer({ status: 200 });
    expect(await replay(scene, hook)).toBe(1);
    expect(await deliveryWith(scene, id, 'delivered')).toMatchObject({ attemptCount: 2 });
  });

  test('a replay does not change waiting deliveries', async () => {
    const scene = await createScene(paused());
    const { id } = await anEndpoint(scene);
    await aContact(scene);
    for (const onlyFailed of [true, false]) {
      const { count } = await scene.api.webhookEndpoints.replay({
        params: { id },
        body: { since: '2026-01-01T00:00:00Z', onlyFailed },
      });
      expect(count).toBe(0);
    }
    const { data } = await scene.api.webhookEndpoints.listDeliveries({ params: { id } });
    expect(data).toMatchObject([{ status: 'pending', attemptCount: 0 }]);
  });

  test('a replay sends only types and channels of the endpoint, or a subset of them', async () => {
    const scene = await createScene(running());
    const channel = await aChannel(scene);
    const other = await aChannel(scene);
    const contact = await aContact(scene);
    await scene.api.contacts.update({ params: { id: contact.id }, body: { tags: ['vip'] } });
    for (const { id } of [channel, other]) {
      await scene.api.channels.update({ params: { id }, body: { name: `${id}!` } });
    }
    await using hook = await aHook(scene, {
      events: ['contact.*', 'channel.updated'],
      channelIds: [channel.id],
    });
    expect(await replay(scene, hook, { types: ['channel.created', 'api_key.*'] })).toBe(0);
    expect(await replay(scene, hook, { types: ['contact.tags_changed', 'message.*'] })).toBe(1);
    await hook.receives(1);
    expect(await replay(scene, hook, { types: ['channel.*'] })).toBe(1);
    await hook.receives(2);
    expect(await replay(scene, hook, { types: ['*'] })).toBe(1);
    await hook.receives(3);
    expect(hook.received.map((received) => lineOf(eventIn(received)))).toEqual([
      `contact.tags_changed ${contact.id}`,
      `channel.updated ${channel.id}`,
      `contact.created ${contact.id}`,
    ]);
  });

  test('a replay includes its start and excludes its end', async () => {
    const scene = await createScene(running());
    await aContact(scene);
    const since = await aLaterMoment(scene);
    await aContact(scene);
    const until = await aLaterMoment(scene);
    await using hook = await aHook(scene);
    const { data } = await scene.api.contacts.list({
      query: { createdAfter: since, createdBefore: until },
    });
    expect(data.length).toBeGreaterThan(1);
    expect(await replay(scene, hook, { since, until })).toBe(data.length);
    await hook.receives(data.length);
    expect(subjectsOf(hook).sort()).toEqual(idsOf(data));
  });

  test('refuses a replay to a disabled endpoint', async () => {
    const scene = await createScene(paused());
    const { id } = await anEndpoint(scene);
    await scene.api.webhookEndpoints.disable({ params: { id } });
    const body = { since: '2026-01-01T00:00:00Z' };
    const error = await refused(
      scene.api.webhookEndpoints.replay({ params: { id }, body }),
      'SVC-INVALID-TRANSITION',
    );
    expect(error.details).toMatchObject({ resource: 'webhookEndpoint', id, from: 'disabled' });
  });
}

/** Requests a replay. Returns how many events it will send. */
async function replay(
  scene: Scene,
  { endpoint }: Hook,
  body: Partial<ReplayWebhookBody> = {},
): Promise<number> {
  const since = new Date(scene.target.now().getTime() - 86_400_000).toISOString();
  const { count } = await scene.api.webhookEndpoints.replay({
    params: { id: endpoint.id },
    body: { since, ...body },
  });
  return count;
}

/** Creates a contact in a later millisecond than all earlier records. Returns the time of its creation. */
async function aLaterMoment(scene: Scene): Promise<string> {
  const { createdAt: before } = await aContact(scene);
  for (;;) {
    const { createdAt } = await aContact(scene);
    if (createdAt > before) return createdAt;
  }
}

function subjectsOf(hook: Hook): string[] {
  return hook.received.map((received) => eventIn(received).subject.id);
}

function idsOf(contacts: readonly Contact[]): string[] {
  return contacts.map(({ id }) => id).sort();
}

function lineOf({ type, subject }: EventEnvelope): string {
  return `${type} ${subject.id}`;
}
