// Every public function of the mocks and of the SDK, for any test runner that gives its functions.
import { createMock, forgeries, installMock, MockError, reply, ServiceError } from '@parley/msw';
import { Parley, ParleyError, RateLimitError } from '@parley/sdk';
import {
  expressWebhook,
  fetchWebhook,
  signWebhook,
  testWebhook,
  verifyWebhook,
  verifyWebhookSync,
} from '@parley/sdk/webhooks';

type Run = () => Promise<void>;

export interface Runner {
  test(title: string, run: Run): unknown;
  beforeEach(run: () => void): unknown;
  afterEach(run: () => void): unknown;
  /** Throws unless the values are equal, field by field. */
  equal(actual: unknown, expected: unknown): void;
}

function aShop() {
  const mock = createMock();
  const [{ id: channelId }] = mock.seed.channels(1);
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  return { mock, parley, channelId };
}

export function everyFunction({ test, beforeEach, afterEach, equal }: Runner): void {
  const installed = installMock({ beforeEach, afterEach });

  test('installMock gives every test a mock', async () => {
    const headers = { 'x-api-key': installed.apiKey };
    const response = await installed.fetch('/api/v1/contacts', { headers });
    equal(response.status, 200);
  });

  test('listen serves the mock on a port', async () => {
    const { mock } = aShop();
    const { url, close } = await mock.listen();
    const parley = new Parley({ apiKey: mock.apiKey, baseUrl: url });
    equal((await parley.channels.list()).data.length, 1);
    await close();
  });

  test('the controls of a tenant work', async () => {
    const { mock, parley, channelId } = aShop();
    mock.sandbox.pause();
    const text = { to: '5511987654321', type: 'text', text: 'Hello' } as const;
    const message = await parley.messages.send({ channelId, ...text });
    mock.sandbox.resume();
    mock.clock.advance(1_000);
    await mock.settle();
    equal((await parley.messages.get(message.id)).status, 'read');
    equal(typeof mock.clock.now(), 'string');
    mock.limit({ perSecond: 100 });
    equal(mock.tenant().apiKey === mock.apiKey, false);
    mock.verify();
    mock.reset();
    equal((await parley.messages.list()).data, []);
  });

  test('seeds make records of every noun', async () => {
    const { tenant, ...seeds } = createMock().seed;
    equal(tenant({ name: 'Shop' }).name, 'Shop');
    for (const seed of Object.values(seeds)) equal(seed(2).length, 2);
  });

  test('answers can be prepared, and faults', async () => {
    const { mock, parley } = aShop();
    const get = () => parley.contacts.get('con_1', { maxRetries: 0, timeoutMs: 200 }).safe();
    const nameOf = async () => {
      const result = await get();
      return result.ok ? result.data.name : result.error.name;
    };
    mock.contacts.get.once({ name: 'Zoe' }).then.once(reply(200, { name: 'Ana' }));
    equal([await nameOf(), await nameOf()], ['Zoe', 'Ana']);
    mock.contacts.get.once(() => {
      throw new ServiceError('SVC-NOT-FOUND', { resource: 'contact', id: 'con_1' });
    });
    equal(await nameOf(), 'NotFoundError');
    mock.contacts.get.reply({ name: 'Eva' });
    mock.contacts.get.fail('SVC-CONFLICT').then.unauthorized().then.networkError();
    mock.contacts.get.hang().then.stallBody().then.badJson();
    const names: (string | null)[] = [];
    for (let count = 0; count < 7; count += 1) names.push(await nameOf());
    equal(names, [
      'ConflictError',
      'AuthenticationError',
      'ConnectionError',
      'TimeoutError',
      'TimeoutError',
      'ResponseParseError',
      'Eva',
    ]);
    mock.contacts.get.rateLimit({ retryAfter: 300 });
    const limited = await get();
    equal(!limited.ok && RateLimitError.is(limited.error) && ParleyError.is(limited.error), true);
    equal(mock.contacts.get.calls.length, 11);
    mock.contacts.list.once({ data: [] });
    equal(thrownBy(() => mock.verify()) instanceof MockError, true);
  });

  test('every function for webhooks works', async () => {
    const secrets = [`whsec_${btoa('a secret of 24 characters')}`];
    const sample = { type: 'message.received', data: { object: { text: 'Hi' } } } as const;
    const { body } = await testWebhook(sample, { secrets });
    const headers = await signWebhook(body, { secrets });
    const event = verifyWebhookSync({ body, headers }, { secrets });
    equal(event.type === 'message.received' && event.data.object.text, 'Hi');
    equal(typeof expressWebhook({ secrets }, () => {}), 'function');
  });

  test('the mock signs, forges and delivers events', async () => {
    const { mock } = aShop();
    const secrets = [mock.webhooks.secret];
    const seen: string[] = [];
    const receive = fetchWebhook({ secrets }, (event) => void seen.push(event.type));
    const event = await mock.webhooks.event('message.received', { text: 'Where is it?' });
    equal((await mock.webhooks.deliver(event, receive)).undelivered, []);
    const given = { body: event.rawBody, headers: event.headers };
    equal((await verifyWebhook(given, { secrets })).type, 'message.received');
    for (const how of forgeries) {
      const forged = await mock.webhooks.forge(event, how);
      const { attempts } = await mock.webhooks.deliver(forged, receive);
      equal(
        attempts.map(({ status }) => status),
        [400],
      );
    }
    equal(seen, ['message.received']);
    const [{ url }] = mock.seed.webhookEndpoints(1);
    mock.webhooks.receive(url, () => new Response(null, { status: 204 }));
    await mock.webhooks.settle();
    await mock.webhooks.advance(1_000);
    equal(Array.isArray(mock.webhooks.recorded), true);
  });
}

function thrownBy(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
