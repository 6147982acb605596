import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, TimeoutError } from '../src/index.ts';
import { envelope, get, json, post, startFaultServer } from './fault-server.ts';
import { client, failureOf } from './recording-client.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** As Node's fetch fails. */
function failing(code: string, syscall?: string): typeof globalThis.fetch {
  const cause = Object.assign(new Error(code), { code, syscall });
  return () => Promise.reject(new TypeError('fetch failed', { cause }));
}

describe('a connection that breaks', () => {
  test.each([
    ['ECONNREFUSED', 'connect', 'not_sent'],
    ['ENOTFOUND', 'getaddrinfo', 'not_sent'],
    ['EHOSTUNREACH', 'connect', 'not_sent'],
    ['EHOSTUNREACH', 'read', 'unknown'],
    ['ENETUNREACH', 'write', 'unknown'],
    ['ECONNRESET', 'read', 'unknown'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'not_sent'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'not_sent'],
    // Bytes that are not TLS can also follow a request.
    ['ERR_SSL_WRONG_VERSION_NUMBER', undefined, 'unknown'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined, 'not_sent'],
    ['UND_ERR_HEADERS_TIMEOUT', undefined, 'unknown'],
    ['UND_ERR_SOCKET', undefined, 'unknown'],
  ])('with %s at %s has the right outcome', async (code, syscall, outcome) => {
    const { parley } = client({ fetch: failing(code, syscall), maxRetries: 0 });
    const error = await failureOf(parley.request(post));
    expect(ConnectionError.is(error)).toBe(true);
    expect(error.outcome).toBe(outcome);
    expect(TimeoutError.is(error)).toBe(code.endsWith('TIMEOUT'));
  });

  test.each([undefined, 'broken', new TypeError('broken', { cause: 'a string' })])(
    'with %s, as a fetch of others may, is still a ConnectionError',
    async (thrown) => {
      const { parley } = client({ fetch: () => Promise.reject(thrown), maxRetries: 0 });
      const error = await failureOf(parley.request(post));
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    },
  );

  test('before the response: a GET is retried', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const server = await startFaultServer((_, response, nth) => {
      if (nth === 1) response.destroy();
      else json(response, 200, { fine: true });
    });
    const { data, attempts } = await server.client().request(get).withMeta();
    expect(data).toEqual({ fine: true });
    expect(attempts).toBe(2);
  });

  test('within the body: a typed error, not a partial response', async () => {
    const server = await startFaultServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => response.destroy());
    });
    const error = await failureOf(server.client().request({ ...get, maxRetries: 0 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown' });
  });

  test('a POST with an Idempotency-Key of the caller keeps it in all attempts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const server = await startFaultServer((_, response, nth) => {
      if (nth < 3) response.destroy();
      else json(response, 201, {});
    });
    await server.client().request({ ...post, idempotencyKey: 'order-7' });
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order-7',
      'order-7',
      'order-7',
    ]);
  });

  test('a POST to an endpoint without idempotency is not retried', async () => {
    const server = await startFaultServer((_, response) => response.destroy());
    const error = await failureOf(server.client().request(post));
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('a refused connection has the outcome not_sent', async () => {
    // A port that was free a moment ago.
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const { parley } = client({
      baseUrl: `http://127.0.0.1:${port}`,
      fetch: undefined,
      maxRetries: 0,
    });
    const error = await failureOf(parley.request(post));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent' });
    expect(error.message).toMatch(
      /^Connection to http:\/\/127\.0\.0\.1:\d+ failed \(ECONNREFUSED\)$/,
    );
  });

  test('a port that fetch refuses is named as the reason, and the call is not retried', async () => {
    const baseUrl = 'http://127.0.0.1:6000';
    const { parley } = client({ baseUrl, fetch: undefined });
    expect(await failureOf(parley.request(post))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
      attempts: 1,
      message: 'Connection to http://127.0.0.1:6000 failed (bad port)',
    });
  });
});

test('a DELETE with a lost response succeeds when the record is gone', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const server = await startFaultServer((_, response, nth) => {
    if (nth === 1) response.destroy();
    else json(response, 404, envelope('SVC-NOT-FOUND'));
  });
  const remove = { method: 'DELETE', path: '/api/v1/things/1' } as const;
  expect(await server.client().request(remove)).toBeUndefined();
  expect(await failureOf(server.client().request(remove))).toMatchObject({
    status: 404,
    attempts: 1,
  });
});
