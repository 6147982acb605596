import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { exchange, exchangeOnOneConnection, type Sent } from '../../test/exchange.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { startServer } from '../../test/start-server.ts';

const variants = targets.flatMap((target) => [
  { target, accelerated: true, name: `${target}` },
  { target, accelerated: false, name: `${target}, without the accelerators` },
]);

describe.each(variants)('the order of checks on $name', ({ target, accelerated }) => {
  const server = serverOfTests(() => startServer(target, { accelerated }));
  let key: string;
  beforeAll(async () => {
    key = (await server.createTenant()).apiKey;
  });

  const send = (path: string, { method = 'POST', headers = {}, body }: Sent = {}) =>
    exchange(`${server.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const revoke = '/api/v1/api-keys/key_1/revoke';
  const json = { 'content-type': 'application/json' };
  const auth = () => ({ 'x-api-key': key });

  test.each([
    [
      'an unknown path comes before the key',
      'POST',
      '/api/v1/nothing',
      {},
      '',
      404,
      'SVC-ROUTE-NOT-FOUND',
    ],
    ['and before the method', 'OPTIONS', '/api/v1/nothing', {}, '', 404, 'SVC-ROUTE-NOT-FOUND'],
    ['what is no HTTP', 'BREW', '/api/v1/nothing', {}, '', 400, 'SVC-VALIDATION'],
    [
      'headers that never end',
      'GET',
      '/api/v1/nothing',
      { a: 'x'.repeat(20_000) },
      '',
      431,
      'SVC-HEADERS-TOO-LARGE',
    ],
    ['a path outside the mounts', 'GET', '/messages', {}, '', 404, 'SVC-ROUTE-NOT-FOUND'],
    [
      'an empty segment names nothing',
      'GET',
      '/api/v1/api-keys//revoke',
      {},
      '',
      404,
      'SVC-ROUTE-NOT-FOUND',
    ],
    ['the method comes before the key', 'PUT', revoke, {}, '', 405, 'SVC-METHOD-NOT-ALLOWED'],
    [
      'the key comes before the body',
      'POST',
      revoke,
      { 'content-type': 'text/plain' },
      'x',
      401,
      'SVC-UNAUTHORIZED',
    ],
  ])('%s', async (_title, method, path, headers, body, status, code) => {
    const answer = await send(path, { method, headers, body });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  test.each([
    [
      'the content type comes before the size',
      { 'content-type': 'text/plain', 'content-length': '9000000' },
      undefined,
      415,
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ],
    [
      'the size comes before the JSON',
      { ...json, 'content-length': '1048577' },
      undefined,
      413,
      'SVC-PAYLOAD-TOO-LARGE',
    ],
    [
      'a large body of unknown length',
      { ...json, 'transfer-encoding': 'chunked' },
      `"${'x'.repeat(1_048_576)}"`,
      413,
      'SVC-PAYLOAD-TOO-LARGE',
    ],
    [
      'a body that unpacks to too much',
      { ...json, 'content-encoding': 'gzip' },
      gzipSync(`"${'x'.repeat(1_100_000)}"`),
      413,
      'SVC-PAYLOAD-TOO-LARGE',
    ],
    [
      'an unknown compression',
      { ...json, 'content-encoding': 'compress' },
      '{}',
      415,
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ],
    [
      'a body that is not gzip though it says so',
      { ...json, 'content-encoding': 'gzip' },
      '{}',
      400,
      'SVC-MALFORMED-JSON',
    ],
    ['truncated JSON', json, '{"a":', 400, 'SVC-MALFORMED-JSON'],
    ['bytes that are not UTF-8', json, Buffer.from([0x22, 0xff, 0x22]), 400, 'SVC-MALFORMED-JSON'],
    [
      'JSON nested 100,000 deep',
      json,
      '['.repeat(100_000) + ']'.repeat(100_000),
      400,
      'SVC-VALIDATION',
    ],
    ['a key named __proto__', json, '{"a":{"__proto__":{}}}', 400, 'SVC-VALIDATION'],
    ['NUL in a text', json, '{"a":"\\u0000"}', 400, 'SVC-VALIDATION'],
    [
      'JSON comes before the idempotency key',
      { ...json, 'idempotency-key': '' },
      '{',
      400,
      'SVC-MALFORMED-JSON',
    ],
    [
      'an idempotency key with a blank',
      { ...json, 'idempotency-key': 'a b' },
      '{}',
      400,
      'SVC-VALIDATION',
    ],
    [
      'an idempotency key that is too long',
      { ...json, 'idempotency-key': 'k'.repeat(256) },
      '{}',
      400,
      'SVC-VALIDATION',
    ],
    ['the schema comes before the record', json, '[]', 400, 'SVC-VALIDATION'],
    ['the record comes last', json, '{"anything":1}', 404, 'SVC-NOT-FOUND'],
    [
      'a good body in gzip',
      { ...json, 'content-encoding': 'gzip' },
      gzipSync('{}'),
      404,
      'SVC-NOT-FOUND',
    ],
    [
      'a charset is ignored',
      { 'content-type': 'Application/JSON; charset=utf-16' },
      '{}',
      404,
      'SVC-NOT-FOUND',
    ],
    ['a byte order mark is ignored', json, '\ufeff{}', 404, 'SVC-NOT-FOUND'],
    ['no body where it is optional', {}, undefined, 404, 'SVC-NOT-FOUND'],
  ] as const)('%s', async (_title, headers, body, status, code) => {
    const answer = await send(revoke, {
      headers: { ...auth(), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.headers['ratelimit-policy']).toBe('1000000;w=60');
  });

  test('refuses NUL in a query and ignores unknown parameters', async () => {
    const bad = await send('/api/v1/api-keys?status=%00', { method: 'GET', headers: auth() });
    expect([bad.status, bad.code]).toEqual([400, 'SVC-VALIDATION']);
    const good = await send('/api/v1/api-keys?app_id=x&app_id=y', {
      method: 'GET',
      headers: auth(),
    });
    expect(good.status).toBe(200);
  });

  test('refuses a path that cannot be decoded', async () => {
    const answer = await send('/api/v1/api-keys/%E0%A4/revoke', { headers: auth() });
    expect([answer.status, answer.code]).toEqual([400, 'SVC-VALIDATION']);
  });

  test('both path prefixes answer alike, with or without a trailing slash', async () => {
    const paths = ['/api/v1/tenants/current', '/api/tenants/current', '/api/v1/tenants/current/'];
    const answers = await Promise.all(
      paths.map((path) => send(path, { method: 'GET', headers: auth() })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  test('HEAD answers like GET, without the body', async () => {
    const answer = await send('/api/v1/tenants/current', { method: 'HEAD', headers: auth() });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(50);
  });

  test('an API key cannot create API keys', async () => {
    const answer = await send('/api/v1/api-keys', { headers: auth() });
    expect([answer.status, answer.code]).toEqual([403, 'SVC-SESSION-REQUIRED']);
  });

  test('every response has a request id: that of the caller, if it is valid', async () => {
    const own = await send('/api/v1/nothing', { headers: { 'x-request-id': 'mine-1' } });
    expect(own.headers['x-request-id']).toBe('mine-1');
    const other = await send('/api/v1/nothing', { headers: { 'x-request-id': 'has a blank' } });
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('responses are JSON without ETag, CORS or X-Powered-By headers', async () => {
    const answer = await send('/api/v1/tenants/current', {
      method: 'GET',
      headers: { ...auth(), origin: 'https://example.com' },
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const name of ['etag', 'x-powered-by', 'access-control-allow-origin']) {
      expect(answer.headers[name]).toBeUndefined();
    }
  });

  test('a connection accepts another request after a refused one', async () => {
    const answers = await exchangeOnOneConnection(server.running.port, [
      `POST ${revoke} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nhello`,
      `POST ${revoke} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    ]);
    expect(answers).toEqual(['415', '404']);
  });
});

test('an unexpected error is a 500 that reveals only its request id', async () => {
  const server = await startServer('SQLite');
  const { apiKey } = await server.createTenant();
  await server.deps.database.writer.schema.dropTable('idempotency_records');
  const answer = await exchange(`${server.baseUrl}/api/v1/api-keys/key_1/revoke`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'idempotency-key': 'k' },
  });
  await server.close();
  expect([answer.status, answer.code]).toEqual([500, 'SVC-INTERNAL']);
  expect(answer.details).toEqual({ requestId: answer.headers['x-request-id'] });
  expect(answer.text).not.toMatch(/sqlite|table/i);
});

test('an unresponsive database is a 503 with Retry-After', async () => {
  const server = await startServer('Postgres', { env: { PARLEY_DATABASE_POOL: '2' } });
  const { apiKey } = await server.createTenant();
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const responses = `${server.baseUrl}/api/v1/canned-responses`;
  const body = JSON.stringify({ shortcut: 'hi', title: 'Greeting', text: 'Hello' });
  const created = await exchange(responses, { method: 'POST', headers, body });
  const { client } = server.deps.database.writer;
  client.pool.acquireTimeoutMillis = 50;
  // Statements have half of the connections for themselves; this is the other half.
  const held = await client.acquireConnection();
  const { id } = JSON.parse(created.text);
  const answer = await exchange(`${responses}/${id}`, { method: 'DELETE', headers });
  client.releaseConnection(held);
  await server.close();
  expect([answer.status, answer.code]).toEqual([503, 'SVC-UNAVAILABLE']);
  expect(answer.headers['retry-after']).toBe('1');
});
