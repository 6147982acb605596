import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { refused } from '../client.ts';
import type { Answer } from '../http.ts';
import { aChannel, aContact, anEndpoint, aUrl, createScene, unique } from '../scene.ts';
import type { Target } from '../target.ts';

/** The record of a receiver: what may be asked of it, and what it says. */
export function testEndpoints(target: () => Target): void {
  test('an endpoint is made as asked, enabled, with a secret of 32 bytes', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const body = {
      url: aUrl(),
      description: 'Orders',
      events: ['message.*', 'contact.created'],
      channelIds: [channelId],
      headers: { 'x-shop': 'bakery' },
      maxPerSecond: 25,
      metadata: { team: 'sales' },
    };
    const { secret, ...endpoint } = await scene.api.webhookEndpoints.create({ body });
    expect(endpoint).toEqual({
      ...body,
      id: expect.stringMatching(/^whe_/),
      headers: { 'x-shop': '***' },
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      lastDeliveryAt: null,
      lastSuccessAt: null,
      createdAt: expect.any(String),
      updatedAt: endpoint.createdAt,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const params = { id: endpoint.id };
    expect(await scene.api.webhookEndpoints.get({ params })).toEqual(endpoint);
    expect(await scene.api.webhookEndpoints.getSecret({ params })).toEqual({
      secret,
      previous: [],
    });
  });

  test('what is not said is null, empty or unlimited', async () => {
    const scene = await createScene(target());
    expect(await anEndpoint(scene)).toMatchObject({
      description: null,
      channelIds: null,
      headers: {},
      maxPerSecond: null,
      metadata: {},
    });
  });

  test('a change leaves what it does not name, and null takes away', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const { secret: _, ...made } = await anEndpoint(scene, {
      description: 'Orders',
      channelIds: [channelId],
      maxPerSecond: 25,
      metadata: { team: 'sales', floor: 2 },
    });
    const params = { id: made.id };
    const update = (body: object) => scene.api.webhookEndpoints.update({ params, body });
    const url = aUrl();
    expect(await update({ url, metadata: { floor: null, room: '7' } })).toEqual({
      ...made,
      url,
      metadata: { team: 'sales', room: '7' },
      updatedAt: expect.any(String),
    });
    const cleared = await update({
      events: ['*'],
      description: null,
      channelIds: null,
      maxPerSecond: null,
    });
    expect(cleared).toMatchObject({
      url,
      events: ['*'],
      description: null,
      channelIds: null,
      maxPerSecond: null,
    });
    expect(await scene.api.webhookEndpoints.get({ params })).toEqual(cleared);
    expect(await update({ url })).toMatchObject({ url });
  });

  test('header key capitalization: names are merged whatever their case', async () => {
    const scene = await createScene(target());
    const { id } = await anEndpoint(scene, { headers: { 'X-Shop': 'bakery', 'X-Key': 'one' } });
    const namesAfter = async (headers: Record<string, string | null>) => {
      const endpoint = await scene.api.webhookEndpoints.update({
        params: { id },
        body: { headers },
      });
      expect(Object.values(endpoint.headers).every((value) => value === '***')).toBe(true);
      return Object.keys(endpoint.headers)
        .map((name) => name.toLowerCase())
        .sort();
    };
    expect(await namesAfter({ 'x-SHOP': 'florist' })).toEqual(['x-key', 'x-shop']);
    expect(await namesAfter({ 'x-key': '***', 'x-new': 'two' })).toEqual([
      'x-key',
      'x-new',
      'x-shop',
    ]);
    expect(await namesAfter({ 'X-KEY': null, 'x-absent': null })).toEqual(['x-new', 'x-shop']);
  });

  test('an address belongs to one endpoint of a tenant, until that is deleted', async () => {
    const scene = await createScene(target());
    const stranger = await createScene(target());
    const { id, url } = await anEndpoint(scene);
    const other = await anEndpoint(scene);
    const details = { resource: 'webhookEndpoint', field: 'url', existingId: id };
    const again = await refused(anEndpoint(scene, { url }), 'SVC-CONFLICT');
    expect(again.details).toEqual(details);
    const moved = scene.api.webhookEndpoints.update({ params: { id: other.id }, body: { url } });
    expect((await refused(moved, 'SVC-CONFLICT')).details).toEqual(details);
    await anEndpoint(stranger, { url });
    await scene.api.webhookEndpoints.delete({ params: { id } });
    expect((await anEndpoint(scene, { url })).id).not.toBe(id);
  });

  test('an address is the same however it is written, and shown as it was given', async () => {
    const scene = await createScene(target());
    const { id, url } = await anEndpoint(scene);
    const other = await anEndpoint(scene);
    const { host } = new URL(url);
    const ways = [
      url.replace('https:', 'HTTPS:'),
      url.replace(host, host.toUpperCase()),
      url.replace(host, `${host}:443`),
      url.replace(`${host}/`, `${host}/a/../`),
    ];
    const update = (id: string, url: string) =>
      scene.api.webhookEndpoints.update({ params: { id }, body: { url } });
    for (const way of ways) {
      const again = await refused(anEndpoint(scene, { url: way }), 'SVC-CONFLICT');
      expect(again.details).toMatchObject({ field: 'url', existingId: id });
      await refused(update(other.id, way), 'SVC-CONFLICT');
      expect((await update(id, way)).url).toBe(way);
    }
    await anEndpoint(scene, { url: `${url}/` });
  });

  test('a tenant has 20 endpoints at most; one that is deleted makes room', async () => {
    const scene = await createScene(target());
    const made = [];
    for (let count = 0; count < 20; count += 1) made.push(await anEndpoint(scene));
    const error = await refused(anEndpoint(scene), 'SVC-LIMIT-REACHED');
    expect(error.details).toEqual({ limit: expect.any(String), max: 20 });
    await scene.api.webhookEndpoints.disable({ params: { id: made[0]?.id as string } });
    await refused(anEndpoint(scene), 'SVC-LIMIT-REACHED');
    await scene.api.webhookEndpoints.delete({ params: { id: made[0]?.id as string } });
    await anEndpoint(scene);
  });

  test('it is disabled and enabled by request; doing it twice changes nothing', async () => {
    const scene = await createScene(target());
    const { secret: _, ...made } = await anEndpoint(scene);
    const request = { params: { id: made.id } };
    const disabled = await scene.api.webhookEndpoints.disable(request);
    expect(disabled).toEqual({
      ...made,
      status: 'disabled',
      disabledReason: 'manual',
      disabledAt: disabled.updatedAt,
      updatedAt: expect.any(String),
    });
    expect(await scene.api.webhookEndpoints.disable(request)).toEqual(disabled);
    const enabled = await scene.api.webhookEndpoints.enable(request);
    expect(enabled).toEqual({ ...made, updatedAt: expect.any(String) });
    expect(await scene.api.webhookEndpoints.enable(request)).toEqual(enabled);
    const log = await scene.api.events.list({ query: { subjectId: made.id } });
    expect(log.data, 'who asks for it need not be told').toEqual([]);
  });

  test('endpoints are found by their state', async () => {
    const scene = await createScene(target());
    const enabled = await anEndpoint(scene);
    const disabled = await anEndpoint(scene);
    const deleted = await anEndpoint(scene);
    await scene.api.webhookEndpoints.disable({ params: { id: disabled.id } });
    await scene.api.webhookEndpoints.delete({ params: { id: deleted.id } });
    const find = async (status?: string) =>
      (await scene.api.webhookEndpoints.list({ query: { status } })).data.map(({ id }) => id);
    expect(await find('enabled')).toEqual([enabled.id]);
    expect(await find('disabled')).toEqual([disabled.id]);
    expect(await find('enabled,disabled')).toEqual([disabled.id, enabled.id]);
    expect(await find()).toEqual([disabled.id, enabled.id]);
  });

  test('a deleted endpoint is missing to every request; its deliveries stay readable', async () => {
    const scene = await createScene(target());
    const { id } = await anEndpoint(scene);
    await aContact(scene);
    const params = { id };
    const { data } = await scene.api.webhookEndpoints.listDeliveries({ params });
    await scene.api.webhookEndpoints.delete({ params });
    const since = '2026-01-01T00:00:00Z';
    const onEndpoint = [
      ['get', {}],
      ['update', { body: { description: 'Gone' } }],
      ['delete', {}],
      ['getSecret', {}],
      ['rotateSecret', {}],
      ['enable', {}],
      ['disable', {}],
      ['test', {}],
      ['replay', { body: { since } }],
    ] as const;
    for (const [action, more] of onEndpoint) {
      const answer = await scene.call(`webhookEndpoints.${action}`, { params, ...more });
      expect(checkError(answer), action).toMatchObject({
        code: 'SVC-NOT-FOUND',
        details: { resource: 'webhookEndpoint', id },
      });
    }
    const delivery = data[0]?.id as string;
    const read = await scene.api.webhookDeliveries.get({ params: { id: delivery } });
    expect(read).toMatchObject({ endpointId: id, eventType: 'contact.created' });
    await refused(
      scene.api.webhookDeliveries.redeliver({ params: { id: delivery } }),
      'SVC-NOT-FOUND',
    );
  });

  test('secrets and header values are in no answer but those that are for them', async () => {
    const scene = await createScene(target());
    const token = unique('token-of-the-receiver');
    const made = await anEndpoint(scene, { headers: { authorization: token } });
    const params = { id: made.id };
    const rotated = await scene.api.webhookEndpoints.rotateSecret({ params });
    await aContact(scene);
    const { data } = await scene.api.webhookEndpoints.listDeliveries({ params });
    const onEndpoint = [
      ['webhookEndpoints.get', {}],
      ['webhookEndpoints.update', { body: { headers: { authorization: '***' } } }],
      ['webhookEndpoints.disable', {}],
      ['webhookEndpoints.enable', {}],
      ['webhookEndpoints.test', {}],
      ['webhookEndpoints.replay', { body: { since: '2026-11-01T00:00:00Z' } }],
      ['webhookEndpoints.listDeliveries', {}],
    ] as const;
    const answers: Answer[] = [];
    for (const [name, more] of onEndpoint) {
      answers.push(await scene.call(name, { params, ...more }));
    }
    answers.push(
      await scene.call('webhookEndpoints.list'),
      await scene.call('webhookDeliveries.get', { params: { id: data[0]?.id as string } }),
      await scene.call('events.list'),
    );
    for (const answer of answers) {
      expect(answer.status, answer.text).toBeLessThan(300);
      for (const secret of [token, made.secret, rotated.secret]) {
        expect(answer.text).not.toContain(secret);
      }
    }
  });
}
