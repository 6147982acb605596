// Every public function of the mocks and of the SDK, in a CommonJS test of Jest.
const mocks = require('@parley/msw');
const sdk = require('@parley/sdk');
const webhooks = require('@parley/sdk/webhooks');

const text = { to: '5511987654321', type: 'text', text: 'Hello' };

function aShop() {
  const mock = mocks.createMock();
  const [{ id: channelId }] = mock.seed.channels(1);
  const parley = new sdk.Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  return { mock, parley, channelId };
}

test('every function of the SDK for webhooks works', async () => {
  const secrets = [`whsec_${btoa('a secret of 24 characters')}`];
  const data = { object: { text: 'Hi' } };
  const delivery = await webhooks.testWebhook({ type: 'message.received', data }, { secrets });
  const headers = await webhooks.signWebhook(delivery.body, { secrets });
  const event = webhooks.verifyWebhookSync({ body: delivery.body, headers }, { secrets });
  expect(event.data.object.text).toBe('Hi');
  expect(webhooks.expressWebhook({ secrets }, () => {})).toEqual(expect.any(Function));
});

const installed = mocks.installMock({ beforeEach, afterEach });

test('installMock gives every test a mock', async () => {
  const response = await installed.fetch('/api/v1/contacts', {
    headers: { 'x-api-key': installed.apiKey },
  });
  expect(response.status).toBe(200);
});

test('listen serves the mock on a port', async () => {
  const { mock } = aShop();
  const { url, close } = await mock.listen();
  const parley = new sdk.Parley({ apiKey: mock.apiKey, baseUrl: url });
  expect((await parley.channels.list()).data).toHaveLength(1);
  await close();
});

test('the controls of a tenant work', async () => {
  const { mock, parley, channelId } = aShop();
  mock.sandbox.pause();
  const message = await parley.messages.send({ channelId, ...text });
  mock.sandbox.resume();
  mock.clock.advance(1_000);
  await mock.settle();
  expect((await parley.messages.get(message.id)).status).toBe('read');
  expect(mock.clock.now()).toEqual(expect.any(String));
  mock.limit({ perSecond: 100 });
  const other = mock.tenant();
  expect(other.apiKey).not.toBe(mock.apiKey);
  mock.verify();
  mock.reset();
  expect((await parley.messages.list()).data).toEqual([]);
});

test('seeds make records of every noun', () => {
  const { mock } = aShop();
  for (const [noun, seed] of Object.entries(mock.seed)) {
    if (noun === 'tenant') expect(seed({ name: 'Shop' }).name).toBe('Shop');
    else expect(seed(2)).toHaveLength(2);
  }
});

test('answers can be prepared, and faults', async () => {
  const { mock, parley } = aShop();
  const get = () => parley.contacts.get('con_1', { maxRetries: 0, timeoutMs: 200 }).safe();
  mock.contacts.get.once({ name: 'Zoe' }).then.once(mocks.reply(200, { name: 'Ana' }));
  expect((await get()).data.name).toBe('Zoe');
  expect((await get()).data.name).toBe('Ana');
  mock.contacts.get.reply({ name: 'Eva' });
  mock.contacts.get.fail('SVC-CONFLICT').then.unauthorized().then.networkError();
  mock.contacts.get.hang().then.stallBody().then.badJson();
  const codes = [];
  for (let count = 0; count < 6; count += 1) codes.push((await get()).error.name);
  expect(codes).toEqual([
    'ConflictError',
    'AuthenticationError',
    'ConnectionError',
    'TimeoutError',
    'TimeoutError',
    'ResponseParseError',
  ]);
  mock.contacts.get.rateLimit({ retryAfter: 300 });
  expect(sdk.RateLimitError.is((await get()).error)).toBe(true);
  expect(mock.contacts.get.calls).toHaveLength(9);
});

test('webhooks are signed, forged, delivered and verified', async () => {
  const { mock } = aShop();
  const secrets = [mock.webhooks.secret];
  const seen = [];
  const receive = webhooks.fetchWebhook({ secrets }, (event) => void seen.push(event.type));
  const event = await mock.webhooks.event('message.received');
  const report = await mock.webhooks.deliver(event, receive);
  expect(report.undelivered).toEqual([]);
  const given = { body: event.rawBody, headers: event.headers };
  expect((await webhooks.verifyWebhook(given, { secrets })).type).toBe('message.received');
  expect(webhooks.verifyWebhookSync(given, { secrets }).type).toBe('message.received');
  for (const how of mocks.forgeries) {
    const forged = await mock.webhooks.forge(event, how);
    const wrong = { body: forged.rawBody, headers: forged.headers };
    await expect(webhooks.verifyWebhook(wrong, { secrets })).rejects.toThrow();
  }
  expect(seen).toEqual(['message.received']);
  const url = 'https://example.com/hooks';
  mock.seed.webhookEndpoints(1, { url });
  mock.webhooks.receive(url, () => new Response(null, { status: 204 }));
  await mock.webhooks.settle();
  await mock.webhooks.advance(1_000);
  expect(mock.webhooks.recorded).toEqual(expect.any(Array));
});
