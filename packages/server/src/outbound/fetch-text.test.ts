import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { parseCidr } from '@parley/contract/public-address';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPatientClock } from '../../test/patient-clock.ts';
import { rawReceiver, receiver } from '../../test/receivers.ts';
import { type FetchRequest, fetchText } from './fetch-text.ts';
import type { Lookup } from './lookup.ts';
import { closeOutbound, createOutbound } from './outbound.ts';

test('returns the text of a page with its type and final URL', async () => {
  const seen: unknown[] = [];
  const url = await receiver((req, res) => {
    seen.push(req.method, req.url, req.headers.accept);
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>olá</p>');
  });
  const page = await get(`${url}/a?b=1`, { headers: { accept: 'text/html' } });
  expect(page).toEqual({
    url: `${url}/a?b=1`,
    contentType: 'text/html; charset=utf-8',
    text: '<p>olá</p>',
  });
  expect(seen).toEqual(['GET', '/a?b=1', 'text/html']);
});

test('uses the charset of the response or the page, and ignores an unknown one', async () => {
  const latin = Buffer.from([0x6f, 0x6c, 0xe1]);
  const page = (type: string, body: Buffer): RequestListener => {
    return (_req, res) => res.writeHead(200, { 'content-type': type }).end(body);
  };
  for (const charset of ['ISO-8859-1', '"iso-8859-1"']) {
    const known = await receiver(page(`text/plain; charset=${charset}`, latin));
    expect((await get(known)).text).toBe('olá');
  }
  const meta = Buffer.concat([Buffer.from('<meta charset=iso-8859-1>'), latin]);
  const named = await receiver(page('text/html', meta));
  expect((await get(named)).text).toBe('<meta charset=iso-8859-1>olá');
  const unknown = await receiver(page('text/plain; charset=klingon', Buffer.from('olá')));
  expect((await get(unknown)).text).toBe('olá');
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with status %i is followed', async (status) => {
    const url = await receiver((req, res) => {
      if (req.url === '/there') return res.end('found');
      return res.writeHead(status, { location: '/there' }).end('elsewhere');
    });
    expect(await get(url)).toEqual({ url: `${url}/there`, contentType: null, text: 'found' });
  });

  test('is followed five times, not six', async () => {
    const url = await receiver((req, res) => {
      const left = Number(req.url?.slice(1));
      if (left === 0) return res.end('the end');
      return res.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await get(`${url}/5`)).toMatchObject({ text: 'the end' });
    await expect(get(`${url}/6`)).rejects.toMatchObject({ code: 'too_many_redirects' });
  });

  test.each([
    ['an address', (port: string) => `http://[::1]:${port}/`],
    ['a name', (port: string) => `http://inside.test:${port}/`],
    ['metadata', () => 'http://169.254.169.254/latest/'],
    ['a port', () => 'http://127.0.0.1:22/'],
    ['another protocol', () => 'file:///etc/passwd'],
    ['credentials', (port: string) => `http://ann:secret@127.0.0.1:${port}/`],
    ['no URL', () => 'http://['],
  ])('to %s is not followed', async (_name, locationOf) => {
    let requests = 0;
    const url = await receiver((req, res) => {
      requests += 1;
      res.writeHead(302, { location: locationOf(new URL(`http://${req.headers.host}`).port) });
      res.end();
    });
    await expect(get(url)).rejects.toMatchObject({
      name: 'FetchTextError',
      code: 'address_not_allowed',
      message: 'The destination address is not allowed.',
    });
    expect(requests).toBe(1);
  });

  test('without a Location fails', async () => {
    const url = await receiver((_req, res) => res.writeHead(302).end());
    await expect(get(url)).rejects.toMatchObject({ code: 'http_status', statusCode: 302 });
  });

  test('does not restart the deadline', async () => {
    const url = await receiver((req, res) => {
      setTimeout(() => res.writeHead(302, { location: `${req.url}x` }).end(), 100);
    });
    const passedMs = startPatientClock();
    await expect(get(url, { deadlineMs: 250 })).rejects.toMatchObject({ code: 'timeout' });
    expect(passedMs()).toBeLessThan(10_000);
  });
});

describe('an answer', () => {
  test.each([404, 500, 304, 300])('with status %i fails', async (status) => {
    const url = await receiver((_req, res) => res.writeHead(status).end());
    await expect(get(url)).rejects.toMatchObject({ code: 'http_status', statusCode: status });
  });

  test('above the size limit is refused before it is read', async () => {
    let sent = 0;
    const url = await receiver((_req, res) => {
      const pump = () => {
        while (sent < 400 && !res.destroyed) {
          sent += 1;
          if (!res.write(Buffer.alloc(1_024 * 1_024))) return void res.once('drain', pump);
        }
      };
      pump();
    });
    await expect(get(url)).rejects.toMatchObject({ code: 'response_too_large' });
    expect(sent).toBeLessThan(40);
  });

  test.each([
    ['gzip', gzipSync('<p>olá</p>')],
    ['deflate', deflateSync('<p>olá</p>')],
    ['br', brotliCompressSync('<p>olá</p>')],
  ])('compressed with %s is decompressed', async (coding, body) => {
    const url = await receiver((_req, res) => {
      res.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    expect(await get(url)).toMatchObject({ text: '<p>olá</p>' });
  });

  test.each([
    ['zstd', Buffer.from('x'), 'invalid_response', /unknown Content-Encoding: zstd/],
    ['gzip, br', Buffer.from('x'), 'invalid_response', /unknown Content-Encoding: gzip, br/],
    ['gzip', Buffer.from('plain'), 'invalid_response', /is not gzip/],
    ['gzip', gzipSync(Buffer.alloc(200_000)), 'response_too_large', /longer than 100000/],
  ])(
    'that is packed as %s and cannot be unpacked is refused',
    async (coding, body, code, message) => {
      const url = await receiver((_req, res) => {
        res.writeHead(200, { 'content-encoding': coding }).end(body);
      });
      await expect(get(url)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
        statusCode: 200,
      });
    },
  );

  test('that is incomplete is refused', async () => {
    const url = await rawReceiver((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'));
    });
    await expect(get(url)).rejects.toMatchObject({ code: 'connection_failed', statusCode: 200 });
  });
});

function get(url: string, options: Partial<FetchRequest> = {}) {
  const loopback = parseCidr('127.0.0.1');
  const policy = { allowHttp: true, allowPrivate: false, allowedCidrs: loopback ? [loopback] : [] };
  const lookup: Lookup = async () => ['10.0.0.1'];
  const way = createOutbound(policy, { lookup });
  onTestFinished(() => closeOutbound(way));
  return fetchText(way, { url, maxBytes: 100_000, deadlineMs: 5_000, ...options });
}
