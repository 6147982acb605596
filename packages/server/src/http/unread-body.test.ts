import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { requestLimits } from '@parley/contract';
import express from 'express';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startPatientClock } from '../../test/patient-clock.ts';
import { sendRaw } from '../../test/raw-socket.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { startServer } from '../../test/start-server.ts';
import { endAfterBodies } from './unread-body.ts';

const server = serverOfTests(() => startServer('SQLite'));
let key: string;
let spent: string;
beforeAll(async () => {
  const tenant = await server.createTenant();
  key = tenant.apiKey;
  spent = (await tenant.createKey({ quota: { limit: 1, windowSeconds: 3_600 } })).apiKey;
  await fetch(`${server.baseUrl}/api/v1/tenants/current`, { headers: { 'x-api-key': spent } });
});

const chunk = Buffer.concat([
  Buffer.from('10000\r\n'),
  Buffer.alloc(65_536, ' '),
  Buffer.from('\r\n'),
]);
const mebibyte = 1_048_576;
/**
 * The maximum number of bytes that a client can send after the response: those that the server reads, and the kernel
 * buffers of both sides.
 */
const mostBytes = 32 * mebibyte;
/** The limit for the end of such a connection, in milliseconds. The server itself reads for one second at most. */
const mostMs = 8_000;

const json = 'content-type: application/json\r\n';
const form = 'content-type: multipart/form-data; boundary=x\r\n';
const consolePost = (path: string) => `POST /console/api/${path} HTTP/1.1\r\n`;
const auth = (value: string) => `x-api-key: ${value}\r\n`;
const cases: readonly (readonly [string, number, () => string])[] = [
  ['without a key', 401, () => `POST /api/v1/contacts HTTP/1.1\r\n${json}`],
  ['to an unknown path', 404, () => `POST /api/v1/nothing HTTP/1.1\r\n${auth(key)}${json}`],
  ['to a path outside the API', 404, () => 'POST /nothing HTTP/1.1\r\n'],
  ['with a wrong method', 405, () => `PUT /api/v1/contacts HTTP/1.1\r\n${auth(key)}${json}`],
  ['of another type', 415, () => `POST /api/v1/contacts HTTP/1.1\r\n${auth(key)}`],
  ['above the quota', 429, () => `POST /api/v1/contacts HTTP/1.1\r\n${auth(spent)}${json}`],
  ['that is too large', 413, () => `POST /api/v1/contacts HTTP/1.1\r\n${auth(key)}${json}`],
  ['with GET', 200, () => `GET /api/v1/contacts HTTP/1.1\r\n${auth(key)}`],
  ['to a health check', 200, () => 'GET /healthz HTTP/1.1\r\n'],
  [
    'before the first part of a form',
    413,
    () => `POST /api/v1/media HTTP/1.1\r\n${auth(key)}${form}`,
  ],
  ['from another site', 403, () => `${consolePost('contacts')}origin: http://y\r\n`],
  ['without a session', 401, () => `${consolePost('contacts')}origin: http://x\r\n`],
  ['to the sign-in', 413, () => `${consolePost('session')}origin: http://x\r\n${json}`],
  ['of a webhook without a signature', 401, () => 'POST /hooks/whatsapp HTTP/1.1\r\n'],
];

describe.each([
  ['chunked', 'transfer-encoding: chunked\r\n', chunk],
  ['of a declared length', `content-length: ${1_024 * mebibyte}\r\n`, Buffer.alloc(65_536, ' ')],
] as const)('the server stops reading an endless body, %s,', (_kind, header, endless) => {
  test.each(cases)('%s: %i', async (_title, status, head) => {
    const clock = startPatientClock();
    const answer = await sendRaw(server.running.port, `${head()}host: x\r\n${header}\r\n`, {
      endless,
    });
    expect(answer).toMatchObject({ status, isClosed: true });
    expect(answer.head.toLowerCase()).toContain('connection: close');
    expect(answer.sentBytes).toBeLessThan(mostBytes);
    expect(clock()).toBeLessThan(mostMs);
  });
});

test('a client that sends its whole body first can read the refusal', async () => {
  const size = 3 * mebibyte;
  const head = `POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\n${auth(key)}${json}`;
  const answer = await sendRaw(
    server.running.port,
    `${head}content-length: ${size}\r\n\r\n${'x'.repeat(size)}`,
  );
  expect(answer).toMatchObject({ status: 413, isClosed: true, error: undefined });
  expect(answer.body).toContain('SVC-PAYLOAD-TOO-LARGE');
});

const unread = [
  ['an answer of the API', 'GET /api/v1/event-types', 200],
  ['a page of the docs', 'GET /docs/api', 200],
  ['a file of the docs', 'GET /docs/api/viewer.js', 200],
  ['the OpenAPI document', 'GET /openapi.json', 200],
  ['its length alone', 'HEAD /openapi.json', 200],
  ['a redirect', 'GET /docs', 302],
  ['a health check', 'GET /readyz', 200],
  ['a path outside the API', 'POST /nothing', 404],
] as const;

describe.each([
  ['a long body', 3 * mebibyte, ''],
  ['a short body on a connection that closes', 60_000, 'connection: close\r\n'],
] as const)(
  'a client that sends %s where none is read gets the whole of',
  (_kind, size, header) => {
    test.each(unread)('%s', async (_title, target, status) => {
      const head = `${target} HTTP/1.1\r\nhost: x\r\n${auth(key)}${header}`;
      const request = `${head}content-length: ${size}\r\n\r\n${'x'.repeat(size)}`;
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => sendRaw(server.running.port, request)),
      );
      for (const answer of answers) {
        expect(answer).toMatchObject({ status, isClosed: true, error: undefined });
        const length = Number(/^content-length: (\d+)/im.exec(answer.head)?.[1]);
        expect(answer.body).toHaveLength(target.startsWith('HEAD') ? 0 : length);
      }
    });
  },
);

test.each([
  ['headers that are too large', `GET /healthz HTTP/1.1\r\nhost: x\r\na: `, 431],
  ['what is no HTTP', 'nonsense\r\n\r\n', 400],
])('a client that sends %s at once reads why they are refused', async (_title, head, status) => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      sendRaw(server.running.port, `${head}${'x'.repeat(3 * mebibyte)}`),
    ),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({ status, isClosed: true, error: undefined });
    expect(JSON.parse(answer.body)).toHaveProperty('error.code');
  }
});

test('limits compressed bytes that expand to nothing', async () => {
  // Empty stored blocks of deflate, of five bytes each: they decompress to nothing.
  const nothing = Buffer.from('000000ffff'.repeat(13_107), 'hex');
  const endless = Buffer.concat([
    Buffer.from(`${nothing.length.toString(16)}\r\n`),
    nothing,
    Buffer.from('\r\n'),
  ]);
  const head = `POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\n${auth(key)}${json}`;
  const begin = Buffer.from('1f8b0800000000000003', 'hex');
  const clock = startPatientClock();
  const answer = await sendRaw(
    server.running.port,
    Buffer.concat([
      Buffer.from(`${head}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\na\r\n`),
      begin,
      Buffer.from('\r\n'),
    ]),
    { endless },
  );
  expect(answer).toMatchObject({ status: 413, isClosed: true });
  expect(answer.sentBytes).toBeLessThan(mostBytes);
  expect(clock()).toBeLessThan(mostMs);
});

test('a client that waits for 100 Continue gets a refusal before it sends the body', async () => {
  const head = `POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\n${json}expect: 100-continue\r\n`;
  const refused = await sendRaw(server.running.port, `${head}content-length: 2\r\n\r\n`);
  expect(refused).toMatchObject({ status: 401, isClosed: true });
  expect(refused.head).toMatch(/^HTTP\/1\.1 401/);
  const taken = await sendRaw(
    server.running.port,
    `${head}${auth(key)}connection: close\r\ncontent-length: 2\r\n\r\n{}`,
  );
  expect(taken).toMatchObject({ status: 201, isClosed: true });
});

test('the rest of a short body must arrive within 30 seconds, and then the connection closes', async () => {
  const app = express();
  endAfterBodies(app);
  app.use((_req, res) => {
    res.sendStatus(404);
  });
  const listening = app.listen(0);
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const sockets: Socket[] = [];
  listening.on('connection', (socket) => sockets.push(socket));
  const { port } = listening.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const head = 'GET / HTTP/1.1\r\nhost: x\r\n';
  const begin = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head}content-length: 2\r\n\r\n{`);
    await once(socket, 'data');
    return socket;
  };
  const [inTime, late, gone] = [await begin(), await begin(), await begin()];
  const closed = once(late, 'close');
  await vi.advanceTimersByTimeAsync(requestLimits.lingerMs + 29_999);
  const [, , left] = sockets as [Socket, Socket, Socket];
  gone.destroy();
  await new Promise((resolve) => left.once('close', resolve));
  const destroy = vi.spyOn(left, 'destroy');
  inTime.write(`}${head}\r\n`);
  const [second] = await once(inTime, 'data');
  expect(String(second)).toContain('HTTP/1.1 404');
  expect(late.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(destroy).not.toHaveBeenCalled();
  inTime.write(`${head}\r\n`);
  const [third] = await once(inTime, 'data');
  expect(String(third)).toContain('HTTP/1.1 404');
  inTime.destroy();
});
