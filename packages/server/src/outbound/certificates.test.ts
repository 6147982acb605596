import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAuthority, createCertificate, type Issued } from '../../test/certificates.ts';
import { tlsReceiver } from '../../test/receivers.ts';

// A process reads the trusted authorities at its start: the attempts run in a process of their own.

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
        const results = [];
        for (const url of process.argv.slice(2))
          results.push(await post(way, { url, headers: {}, body: '{}' }));
        console.log(JSON.stringify(results));`,
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

test('accepts a trusted certificate, and refuses those of another authority, of a past time and for another name', async () => {
  const name = 'receiver.test';
  const notAfter = new Date(Date.now() - dayMs);
  const notBefore = new Date(Date.now() - 2 * dayMs);
  const results = await postTo([
    createCertificate({ name, issuer: authority }),
    createCertificate({ name, issuer: createAuthority('Somebody') }),
    createCertificate({ name, issuer: authority, notBefore, notAfter }),
    createCertificate({ name: 'other.test', issuer: authority }),
  ]);
  expect(results).toMatchObject([
    { delivered: true, statusCode: 200, error: null },
    {
      delivered: false,
      error: {
        code: 'tls_failed',
        message: expect.stringContaining('issuer of the certificate is unknown'),
      },
    },
    {
      delivered: false,
      error: { code: 'tls_failed', message: 'The certificate has expired.' },
    },
    {
      delivered: false,
      error: { code: 'tls_failed', message: 'The certificate is for another host name.' },
    },
  ]);
});

/** Posts to a receiver with each certificate, one after the other. */
async function postTo(issued: readonly Issued[]): Promise<unknown> {
  const urls = await Promise.all(issued.map((one) => tlsReceiver(one, (_req, res) => res.end())));
  const folder = mkdtempSync(join(tmpdir(), 'parley-authority-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.cert);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, ...urls.map((url) => url.replace('127.0.0.1', 'receiver.test'))],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: file } },
  );
  return JSON.parse(stdout);
}
