import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { basename } from 'node:path';
import type { MediaFile } from '@parley/contract/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../test/start-server.ts';

// Malicious uploads: each file is refused, or served so that a browser runs nothing.

const count = 1_000;
const script = '<script>alert(document.domain)</script>';
/** The header of an image of 60,000 × 60,000 pixels: 14 GB when it is decoded. */
const bomb = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x06\0\0\0';
const heads = [
  ...['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a\x01\0\x01\0', 'RIFF\0\0\0\0WEBP', 'BM'],
  ...['%PDF-1.7\n', 'PK\x03\x04', '\x1f\x8b\x08', 'MZ', '\x7fELF', '#!/bin/sh\n', 'ID3\x03'],
  ...['\0\0\0\x18ftypisom', 'OggS', '\x1aE\xdf\xa3webm', bomb, ''],
];
const bodies = [
  script,
  `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`,
  `<!doctype html><html><body onload=alert(1)>${script}</body></html>`,
  `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
  '\u00ef\u00bb\u00bf<html>',
  '\0'.repeat(5_000),
  '*/=1;alert(1)//',
  '',
];
const types = [
  ...['image/png', 'image/jpeg', 'image/svg+xml', 'text/html', 'application/pdf', 'video/mp4'],
  ...['audio/mpeg', 'application/octet-stream', 'text/html; charset=utf-7', 'image/png, text/html'],
  ...['application/javascript', 'multipart/form-data', 'message/rfc822', ''],
];
const names = [
  ...['../../../etc/passwd', '..\\..\\windows\\win.ini', 'C:\\boot.ini', '/etc/shadow', '.', '..'],
  ...['a\0.png', 'a"; filename="b.html', 'a\r\nSet-Cookie: x=1', '\u202egnp.exe', 'x'.repeat(900)],
  ...['index.html', 'a.svg', 'CON', '%2e%2e%2fa', '<img src=x>.png', '😀.png', ''],
];
const inert = /^(?:image\/(?:jpeg|png|gif|webp)|(?:audio|video)\/[\w.+-]+)$/;

test(`${count} hostile files are refused or served inert`, async () => {
  const env = { PARLEY_WORKER: 'off', PARLEY_RATE_LIMIT: '1000000' };
  const server = await startServer('SQLite', { env });
  onTestFinished(() => server.close());
  const { apiKey, tenantId } = await server.createTenant();
  const next = randomFrom(20_261_121);
  const pick = <Item>(items: readonly Item[]) => items[next(items.length)] as Item;
  const files = Array.from({ length: count }, (_, index) => ({
    // Different bytes, so that each one is stored.
    bytes: Buffer.from(pick(heads) + pick(bodies) + pick(['', `<!-- ${index} -->`]), 'latin1'),
    type: pick(types),
    name: pick(names),
    sending: pick(['whole', 'whole', 'whole', 'form', 'cut', 'huge'] as const),
  }));
  const outcomes = new Map<string, number>();
  const accepted = new Set<string>();
  const at = new URL(`${server.baseUrl}/api/v1/media`);

  async function judge({ bytes, type, name, sending }: (typeof files)[number]): Promise<void> {
    const url = new URL(at);
    if (sending !== 'form') url.searchParams.set('filename', name);
    const boundary = 'hostile';
    const quoted = name.replaceAll(/["\\\r\n]/g, '_');
    const body =
      sending === 'form'
        ? Buffer.concat([
            Buffer.from(
              `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: ${type}\r\n\r\n`,
            ),
            bytes,
            Buffer.from(`\r\n--${boundary}--\r\n`),
          ])
        : bytes;
    const declared = { whole: 0, form: 0, cut: 10, huge: 200_000_000 }[sending] + body.length;
    const contentType = sending === 'form' ? `multipart/form-data; boundary=${boundary}` : type;
    const { status, json } = await post(url, { body, declared, contentType });
    outcomes.set(`${sending} ${status}`, (outcomes.get(`${sending} ${status}`) ?? 0) + 1);
    if (status !== 201) {
      const about = JSON.stringify({ type, name, sending, head: bytes.subarray(0, 20).toString() });
      expect([0, 400, 413, 415, 422], about).toContain(status);
      return;
    }
    const file = json as MediaFile;
    accepted.add(file.sha256);
    expect(file.filename ?? '').not.toMatch(/[/\\\p{Cc}\p{Cf}"<>]/u);
    const answer = await fetch(server.baseUrl + file.url);
    const served = Buffer.from(await answer.arrayBuffer());
    expect(served.equals(bytes)).toBe(true);
    const { headers } = answer;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('set-cookie')).toBeNull();
    const isShown = headers.get('content-disposition')?.startsWith('inline') ?? true;
    if (isShown) expect(headers.get('content-type')).toMatch(inert);
    if (served.toString('latin1').startsWith(bomb)) expect(isShown).toBe(false);
  }

  async function post(
    url: URL,
    sent: { body: Buffer; declared: number; contentType: string },
  ): Promise<{ status: number; json: unknown }> {
    return await new Promise((resolve) => {
      const headers: Record<string, string> = {
        'x-api-key': apiKey,
        'content-length': String(sent.declared),
        ...(sent.contentType !== '' && { 'content-type': sent.contentType }),
      };
      const outgoing = request(url, { method: 'POST', headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => {});
        incoming.on('close', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: incoming.statusCode ?? 0,
            json: text === '' ? null : JSON.parse(text),
          });
        });
      });
      outgoing.on('error', () => resolve({ status: 0, json: null }));
      outgoing.write(sent.body);
      if (sent.declared === sent.body.length) outgoing.end();
      // The client disconnects in the middle. A server that refuses by the declared length answers before that.
      else setTimeout(() => outgoing.destroy(), sent.declared > 100_000_000 ? 2_000 : 20).unref();
    });
  }

  for (let start = 0; start < count; start += 25) {
    await Promise.all(files.slice(start, start + 25).map(judge));
  }
  expect([...outcomes.keys()].sort()).toEqual(
    expect.arrayContaining(['cut 0', 'form 201', 'huge 413', 'whole 201', 'whole 422']),
  );
  // Every stored file has the name of its digest, and nothing else was written.
  const { folder } = server.deps.config.mediaStore as { folder: string };
  expect(readdirSync(folder).sort()).toEqual(['drafts', tenantId].sort());
  // The server removes the draft of a cut upload when it notices that the connection has ended.
  await expect.poll(() => readdirSync(server.deps.media.files.draftDir)).toEqual([]);
  const written = readdirSync(`${folder}/${tenantId}`, { recursive: true, encoding: 'utf8' });
  const stored = written.map((path) => basename(path)).filter((name) => name.length > 2);
  expect(stored.sort()).toEqual([...accepted].sort());
});

/** Returns a function that makes random numbers below a limit, the same ones in each run. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
