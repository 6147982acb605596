import { errorEnvelope } from '@parley/contract/schemas';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawAnswer, sendRaw } from '../../test/raw-socket.ts';
import { startServer, type TestServer } from '../../test/start-server.ts';

const lines: string[] = [];
let server: TestServer;
let key: string;
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  server = await startServer('SQLite', { log });
  key = (await server.createTenant()).apiKey;
});
afterAll(() => server.close());

const get = (target: string, headers = '') =>
  sendRaw(
    server.running.port,
    Buffer.from(
      `GET ${target} HTTP/1.1\r\nconnection: close\r\nx-api-key: ${key}\r\n${headers}\r\n`,
      'latin1',
    ),
  );
const host = 'host: x\r\n';

test.each([
  ['without Host', '/api/v1/contacts', '', 400, 'SVC-VALIDATION', 'host'],
  [
    'with an Expect that nobody knows',
    '/api/v1/contacts',
    `${host}expect: the-best\r\n`,
    400,
    'SVC-VALIDATION',
    'expect',
  ],
  [
    'with headers above 16 kB',
    '/api/v1/contacts',
    `${host}a: ${'x'.repeat(17_000)}\r\n`,
    431,
    'SVC-HEADERS-TOO-LARGE',
    '',
  ],
  [
    'with headers that the parser does not take',
    '/api/v1/contacts',
    `${host}a: ${'x'.repeat(90_000)}\r\n`,
    431,
    'SVC-HEADERS-TOO-LARGE',
    '',
  ],
  [
    'with a path that the parser does not take',
    `/api/v1/${'x'.repeat(90_000)}`,
    host,
    431,
    'SVC-HEADERS-TOO-LARGE',
    '',
  ],
  [
    'with bytes in its query that are not ASCII',
    '/api/v1/contacts?q=Jo\xe3o',
    host,
    400,
    'SVC-VALIDATION',
    '',
  ],
  ['with a header that is none', '/api/v1/contacts', `${host}a b\r\n`, 400, 'SVC-VALIDATION', ''],
])(
  'a request %s is refused with the envelope and a request id',
  async (_title, target, headers, status, code, path) => {
    const answer = await get(target, headers);
    expect(answer.status).toBe(status);
    const { error } = errorEnvelope.parse(JSON.parse(answer.body));
    expect(error.code).toBe(code);
    if (path) expect(error.details).toMatchObject({ issues: [{ in: 'header', path }] });
    expectOurHeaders(answer);
  },
);

test.each(['/api/v1/contacts?q=Jo\xe3o', '/api/v1/contacts/Jo\xe3o'])(
  'the error about %j, which is not ASCII, asks for percent-encoding',
  async (target) => {
    const { error } = JSON.parse((await get(target, host)).body);
    const message = expect.stringContaining('percent-encoded');
    expect(error.details.issues).toEqual([
      { in: 'path', path: '', code: 'invalid_format', message },
    ]);
  },
);

test.each(['api/v1/contacts', '/api/v1/contacts?q=a\tb'])(
  'the error about %j, which is ASCII but no path, says that the request is not valid HTTP',
  async (target) => {
    const { error } = JSON.parse((await get(target, host)).body);
    expect(error).toMatchObject({
      message: 'The request is not valid HTTP.',
      details: { issues: [] },
    });
  },
);

test('accepts HTTP/1.0 without Host', async () => {
  const answer = await sendRaw(server.running.port, 'GET /healthz HTTP/1.0\r\n\r\n');
  expect(answer.status).toBe(200);
});

test.each([
  ['http://parley.example/api/v1/contacts?limit=1', 200],
  ['HTTPS://parley.example:8443/api/v1/tenants/current', 200],
  ['http://parley.example/api/v1/contacts?limit=0', 400],
  ['http://parley.example/healthz', 200],
  ['http://parley.example', 404],
  ['http://parley.example?limit=1', 404],
])('accepts a request target in absolute form: %s', async (target, status) => {
  expect((await get(target, host)).status).toBe(status);
});

test.each(['/healthz', '/readyz', '/nothing', '/api/v1/contacts', '/api/v1/nothing'])(
  '%s is neither stored nor sniffed',
  async (target) => {
    expectOurHeaders(await get(target, host));
  },
);

test('logs only words of the API and IDs of an unknown path, no keys and no personal data', async () => {
  lines.length = 0;
  const id = `con_${'0'.repeat(26)}`;
  await get(`/api/v1/contacts/${key}/ana@example.com`, host);
  await get(`/api/v1/contacts/${id}/zuleika/tags`, host);
  await get(`/${key}?x=${key}`, host);
  await expect.poll(() => lines.length).toBe(3);
  expect(lines.join()).not.toContain(key);
  const paths = lines.map((line) => JSON.parse(line).path);
  const masked = ['/api/v1/contacts/…/…', `/api/v1/contacts/${id}/…/tags`, '/…'];
  expect(paths.sort()).toEqual(masked.sort());
});

test.each(['/%', '/docs/%', '/assets/%ff', '/hooks/%c0', '/hooks/whatsapp/%'])(
  'answers 404 to the undecodable path %s, and logs no error and no part of it',
  async (target) => {
    lines.length = 0;
    const answer = await get(target.replace('%', 'zuleika%'), host);
    expect(answer.status).toBe(404);
    expect(errorEnvelope.parse(JSON.parse(answer.body)).error.code).toBe('SVC-ROUTE-NOT-FOUND');
    await expect.poll(() => lines.map((line) => JSON.parse(line).msg)).toEqual(['request']);
    expect(lines.join()).not.toContain('zuleika');
  },
);

function expectOurHeaders({ head }: RawAnswer): void {
  expect(head).toMatch(/\r\nx-request-id: [\w-]{8,}/i);
  expect(head).toMatch(/\r\nx-content-type-options: nosniff/i);
  expect(head).toMatch(/\r\ncache-control: no-store/i);
}
