import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { refused } from '../client.ts';
import type { CrudCase } from '../crud/crud-case.ts';
import { describeCrud } from '../crud/describe-crud.ts';
import type { Answer } from '../http.ts';
import { aChannel, aContact, anEndpoint, aUrl, createScene, unique } from '../scene.ts';
import type { Target } from '../target.ts';

const endpoints: CrudCase<'webhookEndpoints'> = {
  minimal: () => ({ url: aUrl(), events: ['contact.*'] }),
  defaults: {
    description: null,
    channelIds: null,
    headers: {},
    maxPerSecond: null,
    status: 'enabled',
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    lastDeliveryAt: null,
    lastSuccessAt: null,
    metadata: {},
  },
  full: async (scene) => ({
    url: aUrl(),
    description: 'Orders',
    events: ['message.*', 'contact.created', 'message.*'],
    channelIds: [(await aChannel(scene)).id],
    headers: { 'x-shop': 'bakery' },
    maxPerSecond: 25,
    metadata: { team: 'sales', floor: 2 },
  }),
  shown: { events: ['message.*', 'contact.created'], headers: { 'x-shop': '***' } },
  texts: ['description'],
  change: { description: 'Changed' },
  unique: {
    url: ['https://hooks.example.invalid/only', 'https://HOOKS.example.invalid:443/a/../only'],
  },
  filters: (scene) => ({
    records: {
      enabled: {},
      disabled: async () => {
        const { id } = await anEndpoint(scene);
        await scene.api.webhookEndpoints.disable({ params: { id } });
        return id;
      },
      deleted: async () => {
        const { id } = await anEndpoint(scene);
        await scene.api.webhookEndpoints.delete({ params: { id } });
        return id;
      },
    },
    cases: [
      [{ status: 'enabled' }, 'enabled'],
      [{ status: 'disabled' }, 'disabled'],
      [{ status: 'enabled,disabled' }, 'enabled disabled'],
      [{}, 'enabled disabled'],
    ],
  }),
};

/** Tests the record of a webhook endpoint and the requests that change it. */
export function testEndpoints(target: () => Target): void {
  describeCrud('webhookEndpoints', target, endpoints);

  test('a secret has 32 bytes and is returned only by its own endpoint', async () => {
    const scene = await createScene(target());
    const { id, secret } = await anEndpoint(scene);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const params = { id };
    expect(await scene.api.webhookEndpoints.get({ params })).not.toHaveProperty('secret');
    const shown = await scene.api.webhookEndpoints.getSecret({ params });
    expect(shown).toEqual({ secret, previous: [] });
  });

  test('header names are merged ignoring case', async () => {
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

  test('compares URLs in normalized form and shows them as given', async () => {
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

  test('a tenant has at most 20 endpoints; deleting one frees a place', async () => {
    const scene = await createScene(target());
    const made = [];
    for (let count = 0; count < 20; count += 1) made.push(await anEndpoint(scene));
    await refused(anEndpoint(scene), 'SVC-LIMIT-REACHED', { limit: expect.any(String), max: 20 });
    await scene.api.webhookEndpoints.disable({ params: { id: made[0]?.id as string } });
    await refused(anEndpoint(scene), 'SVC-LIMIT-REACHED');
    await scene.api.webhookEndpoints.delete({ params: { id: made[0]?.id as string } });
    await anEndpoint(scene);
  });

  test('an endpoint can be disabled and enabled; repeating it changes nothing', async () => {
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
    expect(log.data, 'a requested change causes no event').toEqual([]);
  });

  test('a deleted endpoint returns 404; its deliveries stay readable', async () => {
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

  test('only the endpoints for secrets and headers return their values', async () => {
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
