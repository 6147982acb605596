import { expect, test } from 'vitest';
import { recordedEvents } from '../event-checks.ts';
import type { Query } from '../http.ts';
import { aContact, createScene, type Scene } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aHook, deliveriesTo, deliveryWith, eventIn, idsIn, theDelivery } from './hook.ts';
import { signersOf } from './signatures.ts';

/** Tests the delivery of an event to the endpoints that subscribe to it. */
export function testDelivering(running: () => Target, start: StartTarget): void {
  test('delivers a signed event with the body of the event log', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    const contact = await aContact(scene, { name: 'Ána 🌊' });
    const [received] = await hook.receives(1);
    if (!received) throw new Error('nothing came');
    expect(received.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(signersOf(received, hook.secrets)).toEqual(hook.secrets);
    expect(received.headers).toMatchObject({
      'webhook-id': expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    const event = eventIn(received);
    expect(event).toEqual({
      id: received.headers['webhook-id'],
      type: 'contact.created',
      timestamp: contact.createdAt,
      apiVersion: 'v1',
      tenantId: scene.tenant.tenantId,
      sequence: expect.any(Number),
      subject: { type: 'contact', id: contact.id },
      actor: { type: 'api_key', id: scene.tenant.apiKeyId, grantId: null },
      data: { object: contact, previous: null, changes: [] },
      test: false,
    });
    const log = await scene.api.events.list({ query: { subjectId: contact.id } });
    expect(log.data).toEqual([event]);
  });

  test('a delivery shows its outcome, and its endpoint the last success', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer({ status: 202, body: 'noted' });
    await aContact(scene);
    const { attempts, ...delivery } = await theDelivery(scene, hook, 'delivered');
    const event = eventIn(hook.received[0]);
    expect(attempts).toEqual([
      {
        n: 1,
        trigger: 'scheduled',
        at: expect.any(String),
        statusCode: 202,
        error: null,
        durationMs: expect.any(Number),
        responseSnippet: 'noted',
        nextAttemptAt: null,
      },
    ]);
    expect(delivery).toEqual({
      id: expect.stringMatching(/^dlv_[0-9A-Z]{26}$/),
      endpointId: hook.endpoint.id,
      eventId: event.id,
      eventType: 'contact.created',
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
      lastAttempt: attempts[0],
      createdAt: event.timestamp,
      updatedAt: delivery.deliveredAt,
      deliveredAt: expect.any(String),
    });
    expect(await deliveriesTo(scene, hook)).toEqual([delivery]);
    const params = { id: hook.endpoint.id };
    const endpoint = await scene.api.webhookEndpoints.get({ params });
    expect(endpoint).toEqual({
      ...hook.endpoint,
      lastDeliveryAt: expect.any(String),
      lastSuccessAt: endpoint.lastDeliveryAt,
    });
    const at = Date.parse(attempts[0]?.at as string);
    expect(Date.parse(endpoint.lastSuccessAt as string)).toBeGreaterThanOrEqual(at);
  });

  test('lists deliveries by state, event, type and time', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    const { id } = await aContact(scene);
    await scene.api.contacts.update({ params: { id }, body: { tags: ['vip'] } });
    const [created, tagged] = await deliveriesTo(scene, hook);
    if (!created || !tagged) throw new Error('there are no two deliveries');
    for (const delivery of [created, tagged]) await deliveryWith(scene, delivery.id, 'delivered');
    const find = async (query: Query) => {
      const params = { id: hook.endpoint.id };
      const { data } = await scene.api.webhookEndpoints.listDeliveries({ params, query });
      return new Set(data.map((delivery) => delivery.id));
    };
    const both = new Set([created.id, tagged.id]);
    expect(await find({})).toEqual(both);
    expect(await find({ status: 'delivered' })).toEqual(both);
    expect(await find({ status: 'pending,delivering,retrying,exhausted,canceled' })).toEqual(
      new Set(),
    );
    expect(await find({ eventType: 'contact.*' })).toEqual(both);
    expect(await find({ eventType: 'contact.tags_changed,message.sent' })).toEqual(
      new Set([tagged.id]),
    );
    expect(await find({ eventType: '*' })).toEqual(both);
    expect(await find({ eventId: created.eventId })).toEqual(new Set([created.id]));
    expect(await find({ eventId: `${created.eventId},evt_none` })).toEqual(new Set([created.id]));
    expect(await find({ eventId: created.eventId, eventType: 'message.*' })).toEqual(new Set());
    expect(await find({ since: created.createdAt })).toEqual(both);
    expect(await find({ until: created.createdAt })).toEqual(new Set());
    const later = new Date(Date.parse(tagged.createdAt) + 1).toISOString();
    expect(await find({ since: created.createdAt, until: later })).toEqual(both);
    expect(await find({ since: later })).toEqual(new Set());
  });

  test('several endpoints get the same body, each signed with its own secret', async () => {
    const scene = await createScene(running());
    await using first = await aHook(scene);
    await using second = await aHook(scene, { events: ['*'] });
    await aContact(scene);
    const [one] = await first.receives(1);
    const [two] = await second.receives(1);
    expect(two?.rawBody).toBe(one?.rawBody);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(first.secrets).not.toEqual(second.secrets);
    const deliveries = [
      ...(await deliveriesTo(scene, first)),
      ...(await deliveriesTo(scene, second)),
    ];
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(2);
    expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test('an endpoint gets no event of another tenant', async () => {
    const scene = await createScene(running());
    const stranger = await createScene(running());
    await using hook = await aHook(scene, { events: ['*'] });
    await using theirs = await aHook(stranger, { events: ['*'] });
    for (let count = 0; count < 3; count += 1) {
      await aContact(stranger);
      await aContact(scene);
    }
    await theirs.receives(3);
    expect(await subjectsOf(scene, await hook.receives(3).then(idsIn))).toEqual(
      new Set(await contactsOf(scene)),
    );
    expect(await deliveriesTo(scene, hook)).toHaveLength(3);
    expect(await deliveriesTo(stranger, theirs)).toHaveLength(3);
  });

  test('an endpoint gets the events after its creation, while it is enabled', async () => {
    const scene = await createScene(running());
    await aContact(scene);
    await using hook = await aHook(scene);
    const params = { id: hook.endpoint.id };
    const first = await aContact(scene);
    await theDelivery(scene, hook, 'delivered');
    await scene.api.webhookEndpoints.disable({ params });
    await aContact(scene);
    await scene.api.webhookEndpoints.enable({ params });
    const last = await aContact(scene);
    await hook.receives(2);
    const subjects = hook.received.map((received) => eventIn(received).subject.id);
    expect(subjects).toEqual([first.id, last.id]);
    expect(await deliveriesTo(scene, hook)).toHaveLength(2);
  });

  test('sends the current custom headers', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene, {
      headers: { authorization: 'Bearer one', 'X-Shop': 'bakery', 'x-old': '1' },
    });
    await aContact(scene);
    const [before] = await hook.receives(1);
    expect(before?.headers).toMatchObject({
      authorization: 'Bearer one',
      'x-shop': 'bakery',
      'x-old': '1',
    });
    await scene.api.webhookEndpoints.update({
      params: { id: hook.endpoint.id },
      body: { headers: { Authorization: 'Bearer two', 'x-shop': '***', 'X-OLD': null } },
    });
    await aContact(scene);
    const [, after] = await hook.receives(2);
    expect(after?.headers).toMatchObject({ authorization: 'Bearer two', 'x-shop': 'bakery' });
    expect(after?.headers).not.toHaveProperty('x-old');
  });

  test('sends waiting deliveries to the new URL after it changes', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    await using other = await aHook(scene, { events: ['channel.*'] });
    const { url } = other.endpoint;
    await target.pause();
    await aContact(scene);
    await scene.api.webhookEndpoints.delete({ params: { id: other.endpoint.id } });
    await scene.api.webhookEndpoints.update({
      params: { id: hook.endpoint.id },
      body: { url, headers: { 'x-moved': 'yes' } },
    });
    await target.resume();
    const delivery = await theDelivery(scene, hook, 'delivered');
    other.secrets.push(...hook.secrets);
    expect(idsIn(other.received)).toEqual([delivery.eventId]);
    expect(other.received[0]?.headers).toMatchObject({ 'x-moved': 'yes' });
    expect(hook.received).toEqual([]);
  });

  test('stores at most 1 kB of a response', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer({ body: `é${'x'.repeat(5_000)}` });
    await aContact(scene);
    const { lastAttempt } = await theDelivery(scene, hook, 'delivered');
    const snippet = lastAttempt?.responseSnippet as string;
    expect(snippet).toMatch(/^éx{1000,}$/);
    expect(Buffer.byteLength(snippet)).toBeLessThanOrEqual(1_024);
  });

  test('stops reading a response after 16 kB and uses its status', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer({ body: 'x'.repeat(200_000) });
    await aContact(scene);
    const { attempts } = await theDelivery(scene, hook, 'delivered');
    expect(attempts).toMatchObject([
      {
        statusCode: 200,
        error: {
          code: 'response_too_large',
          message: 'The answer was longer than 16384 bytes; the rest was not read.',
        },
      },
    ]);
  });
}

async function contactsOf(scene: Scene): Promise<string[]> {
  const { data } = await scene.api.contacts.list();
  return data.map(({ id }) => id);
}

async function subjectsOf(scene: Scene, eventIds: readonly string[]): Promise<Set<string>> {
  const events = await recordedEvents(scene);
  const found = events.filter(({ id }) => eventIds.includes(id));
  return new Set(found.map(({ subject }) => subject.id));
}
