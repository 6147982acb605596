import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAuthority, createCertificate, type Issued } from '../../test/certificates.ts';
import { tlsReceiver } from '../../test/receivers.ts';

// A process reads the trusted authorities at its start: each attempt runs in its own process.

const root = join(import.meta.dirname, '../..');
const script = join(root, 'node_modules/.cache', `post-${process.pid}.mjs`);
const authority = createAuthority('Authority of this test');
const dayMs = 86_400_000;

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { createOutbound } from './outbound.ts';
        import { post } from './post.ts';
        const policy = { allowHttp: false, allowPrivate: true, allowedCidrs: [] };
        const way = createOutbound(policy, { lookup: async () => ['127.0.0.1'] });
        const result = await post(way, { url: process.argv[2], headers: {}, body: '{}' });
        console.log(JSON.stringify(result));`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['parley:source'],
    external: ['undici'],
    logLevel: 'warning',
  });
  return () => rmSync(script, { force: true });
});

test('accepts a certificate of a trusted authority', async () => {
  const issued = createCertificate({ name: 'receiver.test', issuer: authority });
  expect(await postTo(issued)).toMatchObject({ delivered: true, statusCode: 200, error: null });
});

test('refuses a certificate of an untrusted authority', async () => {
  const issuer = createAuthority('Somebody');
  const issued = createCertificate({ name: 'receiver.test', issuer });
  expect(await postTo(issued)).toMatchObject({
    delivered: false,
    error: {
      code: 'tls_failed',
      message: expect.stringContaining('issuer of the certificate is unknown'),
    },
  });
});

test('refuses an expired certificate', async () => {
  const notAfter = new Date(Date.now() - dayMs);
  const notBefore = new Date(Date.now() - 2 * dayMs);
  const issued = createCertificate({
    name: 'receiver.test',
    issuer: authority,
    notBefore,
    notAfter,
  });
  expect(await postTo(issued)).toMatchObject({
    delivered: false,
    error: { code: 'tls_failed', message: 'The certificate has expired.' },
  });
});

test('refuses a certificate for another name', async () => {
  const issued = createCertificate({ name: 'other.test', issuer: authority });
  expect(await postTo(issued)).toMatchObject({
    delivered: false,
    error: { code: 'tls_failed', message: 'The certificate is for another host name.' },
  });
});

async function postTo(issued: Issued): Promise<unknown> {
  const url = await tlsReceiver(issued, (_req, res) => res.end());
  const folder = mkdtempSync(join(tmpdir(), 'parley-authority-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.cert);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, url.replace('127.0.0.1', 'receiver.test')],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: file } },
  );
  return JSON.parse(stdout);
}
