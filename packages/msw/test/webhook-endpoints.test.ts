import { webhookLimits } from '@parley/contract';
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { createMock, type MockTenant } from '../src/index.ts';
import { deliveriesTo, isGenuine, noon, recorder } from './receivers.ts';
import { aText, codeOf, request } from './requests.ts';

const day = 24 * 3_600_000;

test('the same seed gives the same endpoints, secrets, deliveries and waits', async () => {
  const storyOf = async (seed: number) => {
    const mock = createMock({ seed, now: noon });
    const { json } = await request(mock, 'POST /webhook-endpoints', {
      body: { url: 'https://shop.example.com/hooks', events: ['*'] },
    });
    mock.webhooks.receive('https://shop.example.com', () => new Response('', { status: 500 }));
    await request(mock, 'POST /messages', { body: aText(mock) });
    await mock.settle();
    await mock.webhooks.advance(day);
    return [json, await deliveriesTo(mock, json as { id: string })] as const;
  };
  const [endpoint, deliveries] = await storyOf(7);
  expect(await storyOf(7)).toEqual([endpoint, deliveries]);
  const waits = new Set(deliveries.map(({ nextAttemptAt }) => nextAttemptAt));
  expect(waits.size).toBeGreaterThan(1);
  const [other] = await storyOf(8);
  expect(other['secret']).not.toBe(endpoint['secret']);
  expect(other['id']).not.toBe(endpoint['id']);
});

test('creating an endpoint changes no other generated id or key', async () => {
  const contactsOf = async (endpoints: number) => {
    const mock = createMock({ seed: 7, now: noon });
    if (endpoints > 0) mock.seed.webhookEndpoints(1);
    mock.clock.advance(1);
    const { json } = await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
    return [mock.webhooks.recorded.map(({ id }) => id), String(json['id']).slice(0, 14)];
  };
  expect(await contactsOf(1)).toEqual(await contactsOf(0));
});

test('a replay counts the newest 2,000 events of its range', async () => {
  const mock = createMock({ seed: 7, now: noon });
  const create = async (batch: number) => {
    const items = Array.from({ length: 100 }, (_, n) => ({ externalId: `${batch}-${n}` }));
    await request(mock, 'POST /contacts/batch', { body: { items } });
  };
  const replay = async (id: string) =>
    (await request(mock, `POST /webhook-endpoints/${id}/replay`, { body: { since: noon } })).json;
  for (let batch = 0; batch < 20; batch += 1) await create(batch);
  const [{ id }, other] = mock.seed.webhookEndpoints(2, { events: ['contact.created'] });
  expect(mock.webhooks.recorded).toHaveLength(2_000);
  expect(await replay(id)).toEqual({ count: 2_000 });
  await create(20);
  expect(await replay(other.id)).toEqual({ count: 1_900, approximate: true });
});

test('500 concurrent tenants with receivers at the same URL are isolated', async () => {
  const mock = createMock({ seed: 7, now: noon });
  const url = 'https://shop.example.com/hooks';
  const tenants = Array.from({ length: 500 }, () => mock.tenant());
  const secrets = await Promise.all(tenants.map((tenant, index) => storyOf(tenant, index)));
  expect(new Set(secrets).size).toBe(500);

  async function storyOf(tenant: MockTenant, index: number): Promise<string> {
    const [endpoint] = tenant.seed.webhookEndpoints(1, { url });
    const { receive, received } = recorder();
    if (index % 2 === 0) tenant.webhooks.receive(url, receive);
    const key = tenant.apiKey;
    await request(mock, 'POST /contacts', { key, body: { name: `Customer of ${index}` } });
    await tenant.webhooks.settle();
    expect(received).toHaveLength(index % 2 === 0 ? 1 : 0);
    for (const { headers, body } of received) {
      expect(JSON.parse(body)).toMatchObject({ tenantId: tenant.tenantId, sequence: 1 });
      const known = { secret: endpoint.secret, now: noon };
      expect(await isGenuine(known, { headers, body })).toBe(true);
    }
    expect(await deliveriesTo(mock, endpoint, key)).toMatchObject([{ status: 'delivered' }]);
    tenant.verify();
    return endpoint.secret;
  }
});

test('reset removes endpoints, receivers and pending deliveries', async () => {
  const mock = createMock({ now: noon });
  const [endpoint] = mock.seed.webhookEndpoints(1);
  const { receive, received } = recorder();
  mock.webhooks.receive(endpoint.url, receive);
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  mock.reset();
  expect((await mock.webhooks.settle()).attempts).toEqual([]);
  const [again] = mock.seed.webhookEndpoints(1);
  expect(again).toEqual(endpoint);
  mock.webhooks.receive(again.url, () => {
    mock.reset();
    return new Response();
  });
  await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
  await mock.webhooks.settle();
  await request(mock, 'POST /contacts', { body: { name: 'Cleo' } });
  expect(received).toEqual([]);
  expect((await request(mock, 'GET /webhook-endpoints')).json['data']).toEqual([]);
  mock.verify();
});

test('an attempt that ends after a reset does not change the new endpoint', async () => {
  const mock = createMock({ now: noon });
  const [before] = mock.seed.webhookEndpoints(1);
  mock.webhooks.receive(before.url, async () => {
    mock.reset();
    mock.seed.webhookEndpoints(1);
    await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
    return new Response('', { status: 410 });
  });
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  await mock.webhooks.settle();
  const { json } = await request(mock, `GET /webhook-endpoints/${before.id}`);
  expect(json).toMatchObject({ status: 'enabled' });
});

test.each([
  ['removed and set again', [null, 20], [0, 0, 1, 1, 101, 101, 201]],
  ['lowered', [20], [0, 1, 1, 101, 101, 201]],
])(
  'bursts by maxPerSecond come after pauses in proportion to them, also when it is %s',
  async (_title, limits, expected) => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1, { maxPerSecond: 1_000 });
    const { receive } = recorder();
    mock.webhooks.receive(endpoint.url, receive);
    const addContacts = async (count: number) => {
      for (let made = 0; made < count; made += 1)
        await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
      await mock.webhooks.settle();
    };
    const limit = async (maxPerSecond: number | null) =>
      await request(mock, `PATCH /webhook-endpoints/${endpoint.id}`, { body: { maxPerSecond } });
    await addContacts(1);
    // Each change ends the earlier burst.
    for (const max of limits) {
      await limit(max);
      await addContacts(max === null ? 1 : 5);
    }
    await mock.webhooks.advance(1_000);
    const deliveries = (await deliveriesTo(mock, endpoint)).toReversed();
    const times = deliveries.map(({ lastAttempt }) => Date.parse(lastAttempt?.at ?? ''));
    expect(times.map((at) => at - Date.parse(noon))).toEqual(expected);
  },
);

test('sends no deliveries while the sandbox is paused', async () => {
  const mock = createMock({ now: noon });
  const [heard, unheard] = mock.seed.webhookEndpoints(2);
  const { receive, received } = recorder();
  mock.webhooks.receive(heard.url, receive);
  mock.sandbox.pause();
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  expect((await mock.webhooks.advance(1_000)).attempts).toEqual([]);
  for (const endpoint of [heard, unheard]) {
    expect(await deliveriesTo(mock, endpoint)).toMatchObject([{ status: 'pending' }]);
  }
  mock.sandbox.resume();
  await mock.settle();
  for (const endpoint of [heard, unheard]) {
    expect(await deliveriesTo(mock, endpoint)).toMatchObject([{ status: 'delivered' }]);
  }
  expect(received).toHaveLength(1);
});

test('sends waiting deliveries to the current URL of the endpoint', async () => {
  const mock = createMock({ now: noon });
  const [moved, left] = mock.seed.webhookEndpoints(2);
  const [before, after] = [recorder(), recorder()];
  for (const { url } of [moved, left]) mock.webhooks.receive(url, before.receive);
  mock.webhooks.receive('https://new.example.com/', after.receive);
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  const move = (id: string, url: string) =>
    request(mock, `PATCH /webhook-endpoints/${id}`, { body: { url } });
  await move(moved.id, 'https://new.example.com/hooks');
  await move(left.id, 'https://nobody.example.com/hooks');
  expect(await deliveriesTo(mock, left)).toMatchObject([{ status: 'delivered', attemptCount: 1 }]);
  await mock.webhooks.settle();
  expect([before.received.length, after.received.length]).toEqual([0, 1]);
});

test('deliveries are kept as long as their events', async () => {
  const mock = createMock({ now: noon });
  const [endpoint] = mock.seed.webhookEndpoints(1);
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  const [delivery] = await deliveriesTo(mock, endpoint);
  const show = () => request(mock, `GET /webhook-deliveries/${delivery?.id}`);
  mock.clock.advance(webhookLimits.retentionDays * day);
  expect((await show()).status).toBe(200);
  mock.clock.advance(day);
  expect(codeOf(await show())).toBe('SVC-NOT-FOUND');
  expect(await deliveriesTo(mock, endpoint)).toEqual([]);
});

test('fake timers of the test do not block a receiver', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const mock = createMock();
  const [endpoint] = mock.seed.webhookEndpoints(1);
  mock.webhooks.receive(endpoint.url, () => new Promise(() => {}), { timeoutMs: 20 });
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  const { attempts } = await mock.webhooks.settle();
  expect(attempts).toMatchObject([{ accepted: false, error: { code: 'timeout' } }]);
});

test('an endpoint that fails for five days is disabled, and the other endpoints are notified', async () => {
  const mock = createMock({ now: noon });
  const [failing, other] = mock.seed.webhookEndpoints(2);
  const { receive, received } = recorder();
  mock.webhooks.receive(failing.url, () => new Response('', { status: 500 }));
  mock.webhooks.receive(other.url, receive);
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  await mock.webhooks.advance(4 * day);
  await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
  await mock.webhooks.advance(2 * day);
  const { json } = await request(mock, `GET /webhook-endpoints/${failing.id}`);
  expect(json).toMatchObject({ status: 'disabled', disabledReason: 'failing', failingSince: noon });
  expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({
    type: 'webhook_endpoint.disabled',
    actor: { type: 'system', id: null },
    subject: { type: 'webhook_endpoint', id: failing.id },
    data: { object: json, previous: { status: 'enabled', disabledReason: null } },
  });
  const deliveries = await deliveriesTo(mock, failing);
  expect(deliveries.map(({ status }) => status)).toEqual(['canceled', 'exhausted']);
});

describe('rules', () => {
  const make = (url: string, webhooks = {}) =>
    request(createMock({ webhooks }), 'POST /webhook-endpoints', { body: { url, events: ['*'] } });

  test('accepts only https at a public address by default', async () => {
    const ruleOf = async (url: string, webhooks = {}) => {
      const { status, json } = await make(url, webhooks);
      return status === 201 ? 'made' : (json['error'] as { details: unknown }).details;
    };
    const refused = (rule: string) => ({ rule, field: 'url' });
    const [http, local] = ['http://shop.example.com/', 'https://localhost:3001/hooks'];
    expect(await ruleOf(http)).toEqual(refused('webhook_url_https_required'));
    expect(await ruleOf(http, { allowHttp: true })).toBe('made');
    expect(await ruleOf(local)).toEqual(refused('webhook_url_not_public'));
    expect(await ruleOf(local, { allowPrivate: true })).toBe('made');
    const metadata = 'https://169.254.169.254/';
    expect(await ruleOf(metadata, { allowPrivate: true })).toEqual(
      refused('webhook_url_not_public'),
    );
    expect(await ruleOf('https://8.8.8.8:25/')).toEqual(refused('webhook_url_port_not_allowed'));
  });

  test('refuses a seed that the server would refuse', () => {
    const mock = createMock();
    expect(() => mock.seed.webhookEndpoints(1, { url: 'https://10.0.0.1/' })).toThrow(
      /seed\.webhookEndpoints: SVC-RULE-VIOLATION .*webhook_url_not_public/,
    );
    const events = ['message.recieved'];
    expect(() => mock.seed.webhookEndpoints(1, { events })).toThrow(/body: events\.0|events\.0/);
    mock.seed.webhookEndpoints(20);
    expect(() => mock.seed.webhookEndpoints(1)).toThrow(/SVC-LIMIT-REACHED/);
  });
});

describe('a test', () => {
  test('reports a receiver at a URL without an endpoint', async () => {
    const mock = createMock();
    const [{ url }] = mock.seed.webhookEndpoints(1);
    mock.webhooks.receive(url, () => new Response());
    mock.verify();
    mock.webhooks.receive('https://reciever.example.com/', () => new Response());
    expect(() => mock.verify()).toThrow(
      `webhooks.receive(https://reciever.example.com/): no webhook endpoint is there; there are ${url}`,
    );
    expect(() => mock.webhooks.receive('/hooks', () => new Response())).toThrow(
      'webhooks.receive: /hooks is no absolute URL',
    );
  });

  test('can override these API endpoints and inject faults', async () => {
    const mock = createMock();
    mock.webhookEndpoints.create.once({ status: 'disabled', disabledReason: 'gone' });
    const body = { url: 'https://shop.example.com/hooks', events: ['*'] };
    const { json } = await request(mock, 'POST /webhook-endpoints', { body });
    expect(json).toMatchObject({ ...body, status: 'disabled', secret: expect.any(String) });
    const [call] = mock.webhookEndpoints.create.calls;
    expectTypeOf(call?.body.events).toExtend<string[] | undefined>();
    expect(call?.body).toMatchObject(body);
    mock.webhookDeliveries.get.fail('SVC-NOT-FOUND').then.rateLimit();
    mock.events.list.once({ data: [{ type: 'contact.created' }] });
    mock.eventTypes.all.networkError();
    expect(codeOf(await request(mock, 'GET /webhook-deliveries/x'))).toBe('SVC-NOT-FOUND');
    expect((await request(mock, 'GET /webhook-deliveries/x')).status).toBe(429);
    expect((await request(mock, 'GET /events')).json['data']).toMatchObject([
      { type: 'contact.created' },
    ]);
    await expect(request(mock, 'GET /event-types')).rejects.toThrow(TypeError);
    mock.verify();
  });

  test('signs its own events for an endpoint, with both secrets during an overlap', async () => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1, { headers: { 'x-shop': 'bakery' } });
    const path = `POST /webhook-endpoints/${endpoint.id}/rotate-secret`;
    const { json } = await request(mock, path, { body: { overlapHours: 1 } });
    const secrets = [String(json['secret']), endpoint.secret];
    const event = await mock.webhooks.event('message.received', {}, { endpoint });
    expect(event.request.url).toBe(endpoint.url);
    const isSignedBy = async (headers: Headers, body: string, now = noon) =>
      Promise.all(secrets.map((secret) => isGenuine({ secret, now }, { headers, body })));
    expect(await isSignedBy(new Headers(event.headers), event.rawBody)).toEqual([true, true]);
    mock.clock.advance(3_600_000);
    const { receive, received } = recorder();
    await mock.webhooks.deliver(event, receive, { endpoint: endpoint.id });
    const [{ headers, body, url } = expect.fail()] = received;
    expect(headers.get('x-shop')).toBe('bakery');
    expect(url).toBe(endpoint.url);
    expect(await isSignedBy(headers, body, mock.clock.now())).toEqual([true, false]);
    await expect(mock.webhooks.deliver(event, receive, { endpoint: 'whe_1' })).rejects.toThrow(
      'webhooks.deliver: the tenant has no webhook endpoint whe_1',
    );
    const about = await mock.webhooks.event('webhook_endpoint.disabled', { id: endpoint.id });
    expect(about.event.data.object).toMatchObject({ url: endpoint.url, status: 'disabled' });
  });
});
