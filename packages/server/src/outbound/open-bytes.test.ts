import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { parseCidr } from '@parley/contract/public-address';
import { expect, onTestFinished, test, vi } from 'vitest';
import { receiver } from '../../test/receivers.ts';
import { openGuarded } from './open-bytes.ts';
import { closeOutbound, createOutbound } from './outbound.ts';

test('follows five redirects to a file, not six', async () => {
  const url = await receiver((req, res) => {
    const left = Number(req.url?.slice(1));
    if (left === 0) return res.end('the file');
    return res.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await read(`${url}/5`)).toBe('the file');
  await expect(read(`${url}/6`)).rejects.toMatchObject({ code: 'too_many_redirects' });
});

test.each([204, 206, 302, 404])('a file with status %i is not read', async (status) => {
  const url = await receiver((_req, res) => res.writeHead(status).end());
  await expect(read(url)).rejects.toMatchObject({ code: 'http_status', statusCode: status });
});

test('names Parley to the host of a file, which may refuse requests without a name', async () => {
  const url = await receiver((req, res) => res.end(req.headers['user-agent']));
  expect(await read(url)).toMatch(/^Parley /);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('decompresses a file that its host compressed with %s', async (coding, compress) => {
  const packed = compress('the file');
  const url = await receiver((req, res) => {
    const isCut = req.url === '/cut';
    const named = { '/unknown': 'zstd', '/named': 'utf-8' }[req.url ?? ''] ?? coding;
    res.setHeader('content-encoding', named).end(isCut ? packed.subarray(0, 10) : packed);
  });
  expect(await read(url)).toBe('the file');
  expect(await read(`${url}/named`)).not.toBe('the file');
  for (const path of ['cut', 'unknown']) {
    await expect(read(`${url}/${path}`)).rejects.toMatchObject({ code: 'invalid_response' });
  }
});

test('all redirects of a file share one time limit', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  const url = await receiver((req, res) => {
    const left = Number(req.url?.slice(1));
    if (left === 0) limit.abort(new Error('the time is over'));
    return left === 0
      ? res.end('the file')
      : res.writeHead(302, { location: `/${left - 1}` }).end();
  });
  await expect(read(`${url}/2`)).rejects.toMatchObject({
    message: 'The server at the URL did not send the file.',
    cause: new Error('the time is over'),
  });
});

test('follows no redirect of a file to a forbidden address', async () => {
  const url = await receiver((_req, res) =>
    res.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  );
  await expect(read(url)).rejects.toThrow('The destination address is not allowed.');
});

async function read(url: string): Promise<string> {
  const loopback = parseCidr('127.0.0.1');
  const allowedCidrs = loopback ? [loopback] : [];
  const outbound = createOutbound({ allowHttp: true, allowPrivate: false, allowedCidrs });
  onTestFinished(() => closeOutbound(outbound));
  const { bytes } = await openGuarded(outbound, url);
  return await text(bytes);
}
