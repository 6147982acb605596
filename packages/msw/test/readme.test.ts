// The snippets of the README, as they stand there.
import { readFileSync } from 'node:fs';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { createMock, forgeries, reply } from '../src/index.ts';
import { aText, request } from './requests.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every function of seed and provider', () => {
  const { seed, provider } = createMock();
  const names = [
    ...Object.keys(seed).map((name) => `seed.${name}`),
    ...Object.keys(provider).map((name) => `provider.${name}`),
  ];
  expect(names.filter((name) => !readme.includes(name))).toEqual([]);
});

const helpPage = '<title>Help</title><p>We open at nine.</p>';

test('seeds', async () => {
  const mock = createMock();
  // #region seeds
  const [ana, bia] = mock.seed.contacts(2, { tags: ['vip'] });
  const [channel] = mock.seed.channels(1, { type: 'whatsapp' });
  const [conversation] = mock.seed.conversations(1, { contactId: ana.id, channelId: channel.id });
  mock.seed.messages(30, { conversationId: conversation.id });
  // #endregion
  const { json } = await request(mock, `GET /conversations/${conversation.id}`);
  expect(json).toMatchObject({ messageCount: 31, contactId: ana.id });
  expect(bia.tags).toEqual(['vip']);
});

test('knowledge', async () => {
  // #region knowledge
  const mock = createMock({ urlSources: { 'https://shop.example.com/help': helpPage } });
  mock.seed.knowledgeFaqs(1, { question: 'When will my order arrive?', answer: 'In two days.' });
  // #endregion
  const faqs = await request(mock, 'GET /knowledge/faqs?q=when+will+my+order+arrive');
  expect(faqs.json['data']).toMatchObject([{ answer: 'In two days.', confidence: 'exact' }]);
  const body = { type: 'url', url: 'https://shop.example.com/help' };
  await request(mock, 'POST /knowledge/sources', { body });
  await mock.settle();
  const sources = await request(mock, 'GET /knowledge/sources?q=open');
  expect(sources.json['data']).toMatchObject([{ title: 'Help' }]);
});

test('time', async () => {
  // #region time
  const mock = createMock({ now: '2026-11-20T09:00:00Z' }); // the clock stands still
  mock.clock.advance(60_000); // advances the clock by a minute and does the due work
  await mock.settle(); // completes every message; the clock stands still
  mock.sandbox.pause(); // keeps messages queued until mock.sandbox.resume()
  // #endregion
  expect(mock.clock.now()).toBe('2026-11-20T09:01:00.000Z');
});

test('overrides', async () => {
  const mock = createMock();
  // #region overrides
  mock.messages.get.reply({ status: 'failed' }); // every time, until mock.reset()
  mock.conversations.list.once({ data: [{ status: 'closed' }], nextCursor: null });
  mock.messages.send.once(({ body, db }) =>
    reply(202, { id: db.nextId('msg'), type: body.type, createdAt: db.now() }),
  );
  // #endregion
  const failed = await request(mock, 'GET /messages/msg_1');
  expect(failed.json).toMatchObject({ id: 'msg_1', status: 'failed' });
  await request(mock, 'GET /conversations');
  await request(mock, 'POST /messages', { body: aText(mock) });
  mock.verify();
});

test('faults', async () => {
  const mock = createMock();
  // #region faults
  mock.conversations.list.rateLimit({ times: 2, retryAfter: 1 });
  mock.contacts.get.fail(500).then.fail('SVC-NOT-FOUND').then.unauthorized();
  mock.messages.send.networkError({ afterEffect: true }); // sent, but the answer is lost
  mock.messages.list.hang().then.stallBody().then.badJson();
  mock.limit({ perSecond: 20 }); // a real quota, with RateLimit-* on the mock's clock
  // #endregion
  expect((await request(mock, 'GET /conversations')).status).toBe(429);
  expect((await request(mock, 'GET /contacts/x')).status).toBe(500);
  await expect(request(mock, 'POST /messages', { body: aText(mock) })).rejects.toThrow(TypeError);
  expect(() => mock.verify()).toThrow('messages.list: 3 prepared answer(s) not used');
});

test('provider', async () => {
  const mock = createMock();
  mock.seed.channels(1);
  // #region provider
  mock.inbound({ type: 'image', text: 'My order', externalId: 'wamid.1' });
  mock.inbound({ type: 'reaction', reaction: { externalId: 'wamid.1', emoji: '👍' } });
  mock.provider.fail('retry_later'); // or 'rejected', 'auth' or 'unknown'
  // #endregion
  const { json } = await request(mock, 'GET /messages');
  expect(json['data']).toHaveLength(2);
  expect(() => mock.verify()).toThrow('provider: 1 prepared failure(s) not used');
});

test('tenants', async () => {
  const mock = createMock();
  // #region tenants
  await using tenant = mock.tenant();
  const [contact] = tenant.seed.contacts(1);
  tenant.contacts.get.once({ name: 'Only here' });
  // #endregion
  const own = await request(mock, `GET /contacts/${contact.id}`, { key: tenant.apiKey });
  expect(own.json['name']).toBe('Only here');
  expect((await request(mock, `GET /contacts/${contact.id}`)).status).toBe(404);
});

test('msw', async () => {
  const mock = createMock();
  // #region msw
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  // #endregion
  onTestFinished(() => server.close());
  const headers = { 'x-api-key': mock.apiKey };
  const response = await fetch('http://localhost:3000/api/v1/tenants/current', { headers });
  expect(response.status).toBe(200);
});

test('events', async () => {
  const mock = createMock();
  const received: string[] = [];
  /** Stands in for what you test. */
  const receiver = async (request: Request) => {
    received.push(((await request.json()) as { type: string }).type);
    return new Response(null, { status: 204 });
  };
  // #region events
  const event = await mock.webhooks.event('message.received', { text: 'Where is it?' });
  const { rawBody, headers } = event; // or event.request, for handlers that take a Request
  const report = await mock.webhooks.deliver(event, receiver, { duplicate: true, retries: 3 });
  expect(report.undelivered).toEqual([]);
  // #endregion
  expect(JSON.parse(rawBody)).toMatchObject({ id: headers['webhook-id'] });
  expect(received).toEqual(['message.received', 'message.received']);
});

test('recorded', async () => {
  const mock = createMock();
  const receiver = () => new Response(null, { status: 204 });
  await request(mock, 'POST /messages', { body: aText(mock) });
  // #region recorded
  await mock.settle();
  expect(mock.webhooks.recorded.at(-1)).toMatchObject({ type: 'message.read' });
  await mock.webhooks.deliver(mock.webhooks.recorded, receiver, { shuffle: true });
  // #endregion
});

test('endpoints', async () => {
  const mock = createMock();
  const bodies: string[] = [];
  /** Stands in for what you test. */
  const handler = async (request: Request) => {
    bodies.push(await request.text());
    return new Response(null, { status: bodies.length === 1 ? 503 : 204 });
  };
  /** It sends a message. */
  const placeOrder = () => request(mock, 'POST /messages', { body: aText(mock) });
  // #region endpoints
  const [endpoint] = mock.seed.webhookEndpoints(1, { events: ['message.*'] });
  mock.webhooks.receive(endpoint.url, handler); // verifies with endpoint.secret
  await placeOrder(); // what you test
  await mock.settle(); // delivers the events; a failed attempt waits for its retry
  await mock.webhooks.advance(6_000); // lets six seconds pass: the first retry
  // #endregion
  expect(bodies).toHaveLength(4);
});

test('forgeries', async () => {
  const mock = createMock();
  const event = await mock.webhooks.event('message.received');
  const receiver = () => new Response(null, { status: 400 });
  // #region forgeries
  for (const how of forgeries) {
    const forged = await mock.webhooks.forge(event, how);
    const { attempts } = await mock.webhooks.deliver(forged, receiver);
    expect(attempts).toMatchObject([{ status: 400 }]);
  }
  // #endregion
});

test('listen', async () => {
  const mock = createMock();
  // #region listen
  const { url, close } = await mock.listen();
  // #endregion
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await close();
});
