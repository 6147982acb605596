import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { deliveriesTo, isGenuine, noon, recorder } from './receivers.ts';
import { aText, request } from './requests.ts';

const minute = 60_000;

describe('a receiver', () => {
  test('gets events signed by its endpoint, with its headers', async () => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1, { headers: { 'X-Shop': 'bakery' } });
    const { receive, received } = recorder();
    mock.webhooks.receive(endpoint.url, receive);
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    expect(received).toEqual([]);
    const { attempts, undelivered } = await mock.webhooks.settle();
    expect(attempts).toMatchObject([{ attempt: 1, accepted: true, status: 204 }]);
    expect(undelivered).toEqual([]);
    expect(received).toHaveLength(1);
    const [{ url, method, headers, body } = missing()] = received;
    expect([url, method]).toEqual([endpoint.url, 'POST']);
    expect(headers.get('x-shop')).toBe('bakery');
    expect(headers.get('user-agent')).toBe('Parley-Webhooks/1');
    expect(await isGenuine({ secret: endpoint.secret, now: noon }, { headers, body })).toBe(true);
    const { json } = await request(mock, `GET /events/${headers.get('webhook-id')}`);
    expect(JSON.parse(body)).toEqual(json);
    expect(JSON.parse(body)).toEqual(mock.webhooks.recorded[0]);
  });

  test('gets every event of a message after settle', async () => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1, { events: ['message.*'] });
    const { receive, received } = recorder();
    mock.webhooks.receive(endpoint.url, receive);
    await request(mock, 'POST /messages', { body: aText(mock) });
    await mock.settle();
    const types = received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual(['message.sent', 'message.delivered', 'message.read']);
  });

  test('gets events of its own calls, and endless loops end', async () => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1, { events: ['message.received'] });
    const [channel] = mock.seed.channels(1);
    const simulate = () =>
      request(mock, `POST /channels/${channel.id}/simulate/inbound`, {
        body: { type: 'text', from: '5511987654321', text: 'Hello' },
      });
    let answers = 2;
    mock.webhooks.receive(endpoint.url, async () => {
      if (answers-- > 0) await simulate();
      return new Response();
    });
    await simulate();
    const { attempts } = await mock.webhooks.settle();
    expect(attempts).toHaveLength(3);
    answers = Number.POSITIVE_INFINITY;
    await simulate();
    await expect(mock.webhooks.settle()).rejects.toThrow(
      'does a receiver bring about the events that it receives?',
    );
  });

  test('of an origin receives for all its URLs, except those with their own receiver', async () => {
    const mock = createMock({ now: noon });
    const urls = ['https://shop.example.com/a', 'https://shop.example.com/b?c=1'];
    for (const url of urls) mock.seed.webhookEndpoints(1, { url });
    const [all, one] = [recorder(), recorder()];
    mock.webhooks.receive('https://shop.example.com', all.receive);
    mock.webhooks.receive(urls[0] ?? '', one.receive);
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    await mock.webhooks.settle();
    expect(one.received.map(({ url }) => url)).toEqual(urls.slice(0, 1));
    expect(all.received.map(({ url }) => url)).toEqual(urls.slice(1));
  });

  test('can be a server', async () => {
    const mock = createMock();
    const [endpoint] = mock.seed.webhookEndpoints(1);
    const seen: unknown[] = [];
    const server = createServer((incoming, answer) => {
      seen.push(incoming.headers['webhook-id']);
      answer.writeHead(seen.length === 1 ? 503 : 200).end('busy');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    mock.webhooks.receive(endpoint.url, `http://127.0.0.1:${port}/hooks`);
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    const { attempts } = await mock.webhooks.advance(6_000);
    expect(attempts.map(({ status }) => status)).toEqual([503, 200]);
    expect(seen).toEqual(Array(2).fill(mock.webhooks.recorded[0]?.id));
    server.closeAllConnections();
    server.close();
    mock.webhooks.receive(endpoint.url, 'http://127.0.0.1:1');
    await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
    await mock.webhooks.settle();
    const [{ lastAttempt } = missing()] = await deliveriesTo(mock, endpoint);
    expect(lastAttempt).toMatchObject({
      statusCode: null,
      error: { message: expect.not.stringContaining('threw') },
    });
  });

  test('gets a test event, which is not recorded', async () => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1);
    const path = `POST /webhook-endpoints/${endpoint.id}/test`;
    const headers = { 'idempotency-key': 'one' };
    expect((await request(mock, path)).json).toMatchObject({ delivered: true, statusCode: 204 });
    const { receive, received } = recorder(() => new Response('later', { status: 503 }));
    mock.webhooks.receive(endpoint.url, receive);
    const answers = await Promise.all([1, 2, 3].map(() => request(mock, path, { headers })));
    for (const { json } of answers) {
      expect(json).toMatchObject({ delivered: false, statusCode: 503, responseSnippet: 'later' });
    }
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      test: true,
      sequence: 0,
      tenantId: mock.tenantId,
      subject: { type: 'webhook_endpoint', id: endpoint.id },
    });
    expect(mock.webhooks.recorded).toEqual([]);
    expect(await deliveriesTo(mock, endpoint)).toEqual([]);
  });

  test('that is registered late gets later events only', async () => {
    const mock = createMock({ now: noon });
    const [endpoint] = mock.seed.webhookEndpoints(1);
    await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
    const { receive, received } = recorder();
    mock.webhooks.receive(endpoint.url, receive);
    await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
    await mock.webhooks.settle();
    expect(received.map(({ body }) => JSON.parse(body).data.object.name)).toEqual(['Bia']);
    const deliveries = await deliveriesTo(mock, endpoint);
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });
});

describe('a receiver that fails', () => {
  test('by throwing counts as a broken connection and is retried on the mock clock', async () => {
    const { mock, endpoint, fail } = await failing();
    fail(() => {
      throw new Error('out of beds');
    });
    const { attempts, undelivered } = await mock.webhooks.settle();
    expect(attempts[0]).toMatchObject({ accepted: false, error: new Error('out of beds') });
    expect(undelivered).toHaveLength(1);
    const [first = missing()] = await deliveriesTo(mock, endpoint);
    expect(first).toMatchObject({ status: 'retrying', attemptCount: 1 });
    expect(first.lastAttempt?.error).toEqual({
      code: 'connection_failed',
      message: expect.stringContaining('The receiver threw: Error: out of beds'),
    });
    fail(() => new Response());
    expect((await mock.webhooks.settle()).attempts).toEqual([]);
    const later = await mock.webhooks.advance(6_000);
    const dueMs = Date.parse(first.nextAttemptAt ?? '');
    expect(later.attempts).toMatchObject([{ attempt: 2, accepted: true }]);
    expect(later.attempts[0]?.timestampSeconds).toBe(Math.floor(dueMs / 1_000));
    expect(mock.clock.now()).toBe('2026-03-01T12:00:06.000Z');
  });

  test('with an error code of Node fails with the matching attempt error', async () => {
    for (const [code, expected] of [
      ['ECONNREFUSED', 'connection_refused'],
      ['ENOTFOUND', 'name_not_resolved'],
      ['CERT_HAS_EXPIRED', 'tls_failed'],
      ['EPROTO', 'tls_failed'],
      ['HOSTNAME_MISMATCH', 'tls_failed'],
      ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response'],
      ['ECONNRESET', 'connection_failed'],
    ]) {
      const { mock, endpoint, fail } = await failing();
      let requests = 0;
      fail(() => {
        requests += 1;
        return Promise.reject(new TypeError('fetch failed', { cause: { code } }));
      });
      await mock.webhooks.settle();
      const [delivery] = await deliveriesTo(mock, endpoint);
      expect(delivery).toMatchObject({
        attemptCount: 1,
        lastAttempt: { error: { code: expected } },
      });
      // A request is sent again at once only if the error shows that no receiver has read it.
      expect(requests).toBe(code === 'ECONNREFUSED' ? 2 : 1);
    }
  });

  test('ten times, on schedule, exhausts the delivery', async () => {
    const { mock, endpoint, fail } = await failing();
    const times: string[] = [];
    fail(() => {
      times.push(mock.clock.now());
      return new Response('', { status: 500 });
    });
    const { attempts } = await mock.webhooks.advance(100 * 60 * minute);
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const [{ id } = missing()] = await deliveriesTo(mock, endpoint);
    const { json } = await request(mock, `GET /webhook-deliveries/${id}`);
    expect(json).toMatchObject({ status: 'exhausted', attemptCount: 10 });
    expect((json['attempts'] as { at: string }[]).map(({ at }) => at)).toEqual(times);
  });

  test('by never answering times out and blocks no other receiver', async () => {
    const mock = createMock({ now: noon });
    const [silent, other] = mock.seed.webhookEndpoints(2);
    mock.webhooks.receive(silent.url, () => new Promise(() => {}), { timeoutMs: 200 });
    const { receive, received } = recorder();
    mock.webhooks.receive(other.url, receive);
    for (const name of ['Ana', 'Bia', 'Cleo']) {
      await request(mock, 'POST /contacts', { body: { name } });
    }
    const startedMs = performance.now();
    const { attempts } = await mock.webhooks.settle();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(attempts).toHaveLength(6);
    expect(received).toHaveLength(3);
    const [delivery] = await deliveriesTo(mock, silent);
    expect(delivery?.lastAttempt).toMatchObject({
      statusCode: null,
      durationMs: 15_000,
      error: { code: 'timeout' },
    });
    const waitMs = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(noon);
    expect(waitMs).toBeGreaterThanOrEqual(15_000 + minute);
  });

  test.each([
    ['at once', false],
    ['later', true],
  ])('by taking 15 seconds of the mock clock, answering %s, times out', async (_when, isAsync) => {
    const { mock, endpoint, fail } = await failing();
    fail(() => {
      mock.clock.advance(15_000);
      return isAsync ? new Promise(() => {}) : new Response();
    });
    await mock.webhooks.settle();
    const [delivery] = await deliveriesTo(mock, endpoint);
    expect(delivery).toMatchObject({ status: 'retrying', lastAttempt: { durationMs: 15_000 } });
    expect(delivery?.lastAttempt?.error?.code).toBe('timeout');
  });

  test('whose body never ends times out with the status that it had sent', async () => {
    const { mock, endpoint, fail } = await failing({ timeoutMs: 50 });
    const start = (body: ReadableStreamDefaultController) =>
      body.enqueue(new TextEncoder().encode('so'));
    fail(() => new Response(new ReadableStream({ start }), { status: 200 }));
    await mock.webhooks.settle();
    const [delivery] = await deliveriesTo(mock, endpoint);
    expect(delivery).toMatchObject({
      status: 'retrying',
      lastAttempt: { statusCode: 200, responseSnippet: 'so', error: { code: 'timeout' } },
    });
  });

  test('to return a Response is an error of the test that names the receiver', async () => {
    const { mock, endpoint, fail } = await failing();
    fail(() => undefined);
    const message = `webhooks.receive: the receiver of ${endpoint.url} answered undefined: it must answer a Response`;
    await expect(mock.webhooks.settle()).rejects.toThrow(message);
    const path = `POST /webhook-endpoints/${endpoint.id}/test`;
    const { status, json } = await request(mock, path);
    expect([status, json['error']]).toMatchObject([500, { message }]);
  });

  test('does not block disabling its endpoint', async () => {
    const { mock, endpoint, fail } = await failing();
    await request(mock, 'POST /contacts', { body: { name: 'Bia' } });
    const statuses = async () => (await deliveriesTo(mock, endpoint)).map(({ status }) => status);
    let during: unknown;
    fail(async () => {
      await request(mock, `POST /webhook-endpoints/${endpoint.id}/disable`);
      during = await statuses();
      return new Response('', { status: 500 });
    });
    expect((await mock.webhooks.settle()).attempts).toHaveLength(1);
    expect(during).toEqual(['canceled', 'delivering']);
    expect(await statuses()).toEqual(['canceled', 'canceled']);
  });
});

/** An endpoint for whose receiver an event waits. */
async function failing(options: { timeoutMs?: number } = {}) {
  const mock = createMock({ now: noon });
  const [endpoint] = mock.seed.webhookEndpoints(1);
  let answering: () => unknown = () => new Response();
  mock.webhooks.receive(endpoint.url, () => answering() as Response, options);
  await request(mock, 'POST /contacts', { body: { name: 'Ana' } });
  const fail = (answer: () => unknown) => {
    answering = answer;
  };
  return { mock, endpoint, fail };
}

function missing(): never {
  throw new Error('there is none');
}
