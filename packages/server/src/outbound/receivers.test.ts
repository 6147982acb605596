import type { Socket } from 'node:net';
import { parseCidr } from '@parley/contract/public-address';
import type { AttemptResult } from '@parley/domain';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCertificate } from '../../test/certificates.ts';
import { aGate } from '../../test/gate.ts';
import { startPatientClock } from '../../test/patient-clock.ts';
import { closedPort, rawReceiver, receiver, tlsReceiver } from '../../test/receivers.ts';
import { closeOutbound, createOutbound, type Outbound } from './outbound.ts';
import { post } from './post.ts';

/** The deadline of the tests, in milliseconds: long enough for a busy machine to connect. */
const deadlineMs = 1_000;
/** The tolerated time beyond the deadline, in milliseconds. */
const graceMs = 3_000;
const ok = 'HTTP/1.1 200 OK\r\n';

describe('a slow receiver', () => {
  test('to send its response, byte by byte, is aborted at the deadline', async () => {
    const { open: closed, opened: isClosed } = aGate();
    const url = await receiver((_req, res) => {
      res.writeHead(200);
      const trickle = setInterval(() => res.write('.'), 20);
      res.on('close', () => {
        clearInterval(trickle);
        closed();
      });
    });
    const result = await inTime(send(url));
    expect(result).toMatchObject({
      delivered: false,
      statusCode: 200,
      error: {
        code: 'timeout',
        message: 'The answer began but was not complete after 1 s.',
      },
      responseSnippet: expect.stringMatching(/^\.+$/),
    });
    await isClosed;
  });

  test('to send its headers is aborted at the deadline', async () => {
    const url = await rawReceiver((socket) => {
      socket.write(ok);
      const trickle = setInterval(() => socket.write('a: b\r\n'), 20);
      socket.on('close', () => clearInterval(trickle));
    });
    expect(await inTime(send(url))).toMatchObject({ statusCode: null, error: notAnswered });
  });

  test('and sends only 1xx responses is aborted at the deadline', async () => {
    const url = await rawReceiver((socket) => {
      const trickle = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(trickle));
    });
    expect(await inTime(send(url))).toMatchObject({ statusCode: null, error: notAnswered });
  });

  test('because it never answers is aborted at the deadline', async () => {
    const url = await rawReceiver(() => {});
    expect(await inTime(send(url))).toMatchObject({ statusCode: null, error: notAnswered });
  });

  test('because it never reads is aborted at the deadline', async () => {
    const url = await rawReceiver((socket) => socket.pause());
    const result = send(url, { body: 'x'.repeat(8 * 1_024 * 1_024) });
    expect(await inTime(result)).toMatchObject({ statusCode: null, error: notAnswered });
  });

  test('in the TLS handshake is aborted at the deadline', async () => {
    const url = await rawReceiver(() => {});
    expect(await inTime(send(url.replace('http:', 'https:')))).toMatchObject({
      statusCode: null,
      error: { code: 'timeout', message: 'No connection could be made within 1 s.' },
    });
  });

  test('in DNS is aborted at the deadline, and gets no request later', async () => {
    let requests = 0;
    const url = new URL(
      await receiver((_req, res) => {
        requests += 1;
        res.end();
      }),
    );
    url.hostname = 'receiver.test';
    let found: (addresses: string[]) => void = () => {};
    const addresses = new Promise<string[]>((resolve) => {
      found = resolve;
    });
    const way = open(() => addresses);
    expect(await inTime(send(url.href, { way }))).toMatchObject({
      statusCode: null,
      error: { code: 'timeout', message: 'No connection could be made within 1 s.' },
    });
    found(['127.0.0.1']);
    // If anything were left to send, it would go over the connection that the late response opened.
    expect(await send(url.href, { way, deadlineMs: 5_000 })).toMatchObject({ delivered: true });
    expect(requests).toBe(1);
  });
});

describe('an answer of 400 MB', () => {
  test.each([
    [200, true, 'response_too_large'],
    [500, false, 'http_status'],
  ])(
    'with status %i is cut after 16 kB, and memory stays flat',
    async (status, delivered, code) => {
      const megabyte = Buffer.alloc(1_024 * 1_024, 'x');
      let sent = 0;
      const url = await receiver((_req, res) => {
        res.writeHead(status, { 'content-length': 400 * megabyte.length });
        const pump = () => {
          while (sent < 400 && !res.destroyed) {
            sent += 1;
            if (!res.write(megabyte)) return void res.once('drain', pump);
          }
        };
        pump();
      });
      const before = process.memoryUsage();
      const result = await inTime(send(url, { deadlineMs: 5_000 }), 5_000);
      const after = process.memoryUsage();
      expect(result).toMatchObject({ delivered, statusCode: status, error: { code } });
      expect(result.responseSnippet).toHaveLength(1_024);
      // The capacity of the socket buffers of both sides.
      expect(sent).toBeLessThan(40);
      expect(after.rss - before.rss).toBeLessThan(80 * megabyte.length);
    },
  );

  test('of 16 kB exactly is read whole', async () => {
    const url = await receiver((_req, res) => res.end('x'.repeat(16_384)));
    expect(await send(url)).toMatchObject({ delivered: true, error: null });
    const longer = await receiver((_req, res) => res.end('x'.repeat(16_385)));
    expect(await send(longer)).toMatchObject({
      delivered: true,
      error: {
        code: 'response_too_large',
        message: 'The answer was longer than 16384 bytes; the rest was not read.',
      },
    });
  });

  test('in headers is refused', async () => {
    const url = await rawReceiver((socket) => {
      socket.write(ok);
      const pump = () => {
        while (!socket.destroyed && socket.write(`x: ${'y'.repeat(1_000)}\r\n`));
      };
      socket.on('drain', pump);
      pump();
    });
    expect(await inTime(send(url, { deadlineMs: 5_000 }), 5_000)).toMatchObject({
      statusCode: null,
      error: { code: 'invalid_response', message: 'The headers of the answer are too long.' },
    });
  });
});

describe('a connection', () => {
  // Failures must be immediate, even on a busy machine.
  let elapsedMs = 0;
  beforeEach(() => {
    elapsedMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
    return () => vi.restoreAllMocks();
  });

  test('that is refused is reported after one retry', async () => {
    const url = new URL(await closedPort());
    url.hostname = 'receiver.test';
    let lookups = 0;
    const way = open(async () => {
      lookups += 1;
      return ['127.0.0.1'];
    });
    expect(await send(url.href, { way })).toMatchObject({
      delivered: false,
      statusCode: null,
      error: {
        code: 'connection_refused',
        message: 'The connection was refused: nothing listens at this host and port.',
      },
      responseSnippet: null,
    });
    expect(lookups).toBe(2);
  });

  test.each([
    ['reset', 'resetAndDestroy'],
    ['closed', 'end'],
  ] as const)(
    'that is new and %s after the request is reported without a retry',
    async (_how, method) => {
      let connections = 0;
      const url = await rawReceiver((socket) => {
        connections += 1;
        socket.once('data', () => socket[method]());
      });
      expect(await send(url)).toMatchObject({
        delivered: false,
        statusCode: null,
        error: {
          code: 'connection_failed',
          message: 'The connection was closed before an answer came.',
        },
      });
      expect(connections).toBe(1);
    },
  );

  test('that was kept alive and fails after more than a second is not retried', async () => {
    const sockets: Socket[] = [];
    const url = await receiver((req, res) => {
      sockets.push(req.socket);
      if (sockets.length === 1) return res.end();
      elapsedMs = 1_000;
      return req.socket.resetAndDestroy();
    });
    const way = open();
    expect(await send(url, { way })).toMatchObject({ delivered: true });
    // Now the connection is free for the next request.
    await new Promise(setImmediate);
    expect(await send(url, { way, deadlineMs: 15_000 })).toMatchObject({
      error: { code: 'connection_failed' },
    });
    expect(sockets).toHaveLength(2);
    expect(sockets[0] === sockets[1]).toBe(true);
  });

  test.each([
    ['a length that it does not reach', 'content-length: 99\r\n\r\nhalf'],
    ['chunks that do not end', 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    [
      'chunks that do not end, though the connection does',
      'connection: close\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    ],
  ])(
    'that breaks off in an answer with %s is a failure, and not tried again',
    async (_how, rest) => {
      let connections = 0;
      const url = await rawReceiver((socket) => {
        connections += 1;
        socket.once('data', () => socket.end(ok + rest));
      });
      expect(await send(url)).toMatchObject({
        delivered: false,
        statusCode: 200,
        error: {
          code: 'connection_failed',
          message: 'The connection was closed before the answer was complete.',
        },
        responseSnippet: 'half',
      });
      expect(connections).toBe(1);
    },
  );

  test('that was kept alive and closes at the next request gets the same request again and counts no failure', async () => {
    let connections = 0;
    const requests: string[] = [];
    const url = await rawReceiver((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      socket.on('data', (request) => {
        requests.push(String(request));
        if (isFirst && socket.bytesWritten > 0) socket.resetAndDestroy();
        else socket.write(`${ok}content-length: 0\r\n\r\n`);
      });
    });
    const way = open();
    for (let n = 0; n < 5; n += 1) {
      expect(await send(`${url}/${n}`, { way })).toMatchObject({ delivered: true });
    }
    expect(connections).toBeGreaterThan(1);
    expect(requests).toHaveLength(6);
    // The same request came twice, with the same headers and body.
    expect(new Set(requests).size).toBe(5);
  });
});

describe('an answer that is not HTTP', () => {
  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a mail server', '220 mail.example.com ESMTP\r\n'],
    ['garbage', '\u0000\u0001\u0002\u0003'],
    ['no version', 'HTTP/x 200 OK\r\n\r\n'],
    ['a chunk without a size', `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`],
  ])('such as %s has its own error', async (_name, text) => {
    const url = await rawReceiver((socket) => {
      socket.once('data', () => socket.write(text));
    });
    expect(await send(url)).toMatchObject({
      delivered: false,
      error: {
        code: 'invalid_response',
        message: 'The receiver did not answer in HTTP/1.1.',
      },
    });
  });

  test('such as a protocol switch is a failure', async () => {
    const url = await rawReceiver((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      );
    });
    expect(await inTime(send(url))).toMatchObject({ delivered: false, statusCode: null });
  });
});

describe('a name', () => {
  test('that does not resolve is reported', async () => {
    const way = createOutbound({ allowHttp: true, allowPrivate: true, allowedCidrs: [] });
    onTestFinished(() => closeOutbound(way));
    expect(
      await inTime(send('http://receiver.invalid/', { way, deadlineMs: 10_000 }), 10_000),
    ).toMatchObject({
      delivered: false,
      statusCode: null,
      error: {
        code: 'name_not_resolved',
        message: 'The host name does not resolve to an address.',
      },
    });
  });
});

describe('a certificate', () => {
  test('that is self-signed is reported', async () => {
    const url = await tlsReceiver(createCertificate({ name: 'receiver.test' }), (_req, res) =>
      res.end(),
    );
    const named = url.replace('127.0.0.1', 'receiver.test');
    expect(await send(named)).toMatchObject({
      delivered: false,
      statusCode: null,
      error: { code: 'tls_failed', message: 'The certificate is self-signed.' },
    });
  });

  test('that is missing, because the port speaks http, is reported', async () => {
    const url = await receiver((_req, res) => res.end());
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({
      error: {
        code: 'tls_failed',
        message: 'The port does not use TLS. Check whether it is an http port.',
      },
    });
  });
});

const notAnswered = {
  code: 'timeout',
  message: 'The receiver accepted the connection but did not answer within 1 s.',
};

interface SendOptions {
  way?: Outbound;
  body?: string;
  deadlineMs?: number;
}

function send(url: string, { way = open(), body = '{}', ...options }: SendOptions = {}) {
  return post(way, { url, headers: {}, body, deadlineMs, ...options });
}

async function inTime(
  result: Promise<AttemptResult>,
  most: number = deadlineMs,
): Promise<AttemptResult> {
  const passedMs = startPatientClock();
  const before = performance.now();
  const settled = await result;
  expect(passedMs()).toBeLessThan(most + graceMs);
  // The reported time also counts what the patient clock does not: the time in which the process stood still.
  const stoodStillMs = Math.max(0, performance.now() - before - passedMs());
  expect(settled.durationMs).toBeLessThan(most + graceMs + stoodStillMs);
  return settled;
}

function open(lookup = async (): Promise<string[]> => ['127.0.0.1']): Outbound {
  const loopback = parseCidr('127.0.0.1');
  const policy = { allowHttp: true, allowPrivate: false, allowedCidrs: loopback ? [loopback] : [] };
  const way = createOutbound(policy, { lookup });
  onTestFinished(() => closeOutbound(way));
  return way;
}
