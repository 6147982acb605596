import { parseCidr } from '@parley/contract/public-address';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { receiver } from '../../test/receivers.ts';
import { failureOf } from './failures.ts';
import { closeOutbound, createOutbound, type Outbound } from './outbound.ts';
import { post } from './post.ts';

const body = '{"type":"message.sent"}';
const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };

describe('an attempt', () => {
  test.each([
    ['connecting', 'tls_failed'],
    ['waiting', 'connection_failed'],
    ['reading', 'connection_failed'],
  ] as const)('whose TLS connection breaks while it is %s fails with %s', (phase, code) => {
    const error = Object.assign(new Error('bad record'), { code: 'ERR_SSL_BAD_RECORD_MAC' });
    expect(failureOf({ outcome: 'broken', phase, error }, 15_000)?.code).toBe(code);
  });

  test('sends the exact body and headers, and returns the response', async () => {
    const seen: unknown[] = [];
    const url = await receiver((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk) => chunks.push(chunk));
      req.on('end', () => {
        seen.push(req.method, req.url, req.headers, Buffer.concat(chunks).toString());
        res.writeHead(202).end('thank you');
      });
    });
    const bytes = '{"text":"olá 👋 \\u00e9"}';
    const result = await send(`${url}/hooks?a=1&b=%20`, { body: bytes });
    expect(result).toMatchObject({
      delivered: true,
      statusCode: 202,
      error: null,
      responseSnippet: 'thank you',
      retryAfterSeconds: null,
    });
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
    const [method, path, received, text] = seen;
    expect([method, path, text]).toEqual(['POST', '/hooks?a=1&b=%20', bytes]);
    expect(received).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'content-length': String(Buffer.byteLength(bytes)),
      'accept-encoding': 'identity',
    });
  });

  test('with an empty response body is delivered', async () => {
    const url = await receiver((_req, res) => res.writeHead(204).end());
    expect(await send(url)).toMatchObject({
      delivered: true,
      statusCode: 204,
      error: null,
      responseSnippet: null,
    });
  });

  test('is not begun after its time limit, also when the process stands still while it connects', async () => {
    let requests = 0;
    const url = await receiver((_req, res) => {
      requests += 1;
      res.end();
    });
    const now = performance.now.bind(performance);
    const way = open(async () => {
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
      onTestFinished(() => clock.mockRestore());
      return ['127.0.0.1'];
    });
    const result = await send(url.replace('127.0.0.1', 'receiver.example'), { way });
    expect(result).toMatchObject({ delivered: false, error: { code: 'timeout' } });
    expect(requests).toBe(0);
  });

  test('reuses its connection', async () => {
    const ports = new Set<unknown>();
    const url = await receiver((req, res) => {
      ports.add(req.socket.remotePort);
      res.end();
    });
    const way = open();
    for (let n = 0; n < 10; n += 1) await send(url, { way });
    expect(ports.size).toBeLessThan(3);
  });
});

describe('an answer', () => {
  test.each([400, 404, 410, 429, 500, 503])('with status %i is a failure', async (status) => {
    const url = await receiver((_req, res) => res.writeHead(status).end('no'));
    expect(await send(url)).toMatchObject({
      delivered: false,
      statusCode: status,
      error: { code: 'http_status', message: `The receiver answered with status ${status}.` },
      responseSnippet: 'no',
    });
  });

  test.each([301, 302, 303, 307, 308])('with redirect %i is not followed', async (status) => {
    let requests = 0;
    const url = await receiver((req, res) => {
      requests += 1;
      if (req.url === '/elsewhere') return res.end();
      return res.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect(await send(url)).toMatchObject({
      delivered: false,
      statusCode: status,
      error: { code: 'redirect', message: expect.stringContaining('not followed') },
    });
    expect(requests).toBe(1);
  });

  test.each([
    ['120', 120],
    ['0', 0],
    ['999999999999', 86_400],
    [new Date(Date.now() + 600_000).toUTCString(), 600],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2999', 2999],
  ])('with Retry-After: %s has the requested wait', async (value, seconds) => {
    const url = await receiver((_req, res) => res.writeHead(429, { 'retry-after': value }).end());
    const { retryAfterSeconds } = await send(url);
    if (seconds === 600) expect([599, 600]).toContain(retryAfterSeconds);
    else expect(retryAfterSeconds).toBe(seconds);
  });
});

interface SendOptions {
  way?: Outbound;
  body?: string;
  deadlineMs?: number;
}

function send(url: string, { way = open(), ...options }: SendOptions = {}) {
  return post(way, { url, headers, body, ...options });
}

function open(lookup = async (): Promise<string[]> => ['127.0.0.1']): Outbound {
  const loopback = parseCidr('127.0.0.1');
  const policy = { allowHttp: true, allowPrivate: false, allowedCidrs: loopback ? [loopback] : [] };
  const way = createOutbound(policy, { lookup });
  onTestFinished(() => closeOutbound(way));
  return way;
}
