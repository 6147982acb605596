import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openApiDocument } from '@parley/contract/openapi';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser, shoot } from '../../test/browser.ts';
import { browserPath } from '../../test/browser-path.ts';
import { docs } from './docs.ts';

test('the served OpenAPI document is the contract with the public address of the server', async () => {
  const relative = await serve(undefined);
  const publicUrl = 'https://parley.example.com';
  const absolute = await serve(publicUrl);
  expect(await (await fetch(`${relative}/openapi.json`)).json()).toEqual(openApiDocument());
  const document = await (await fetch(`${absolute}/openapi.json`)).json();
  expect(document).toMatchObject({
    servers: [{ url: `${publicUrl}/api/v1` }, { url: `${publicUrl}/api` }],
  });
});

test('the reference page loads nothing from other servers', async () => {
  const base = await serve(undefined);
  const answer = await fetch(`${base}/docs/api`);
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).not.toMatch(/https?:|\/\/[a-z]/);
  const scripts = [...html.matchAll(/src="([^"]+)"/g)].map(([, path]) => path);
  expect(scripts).toEqual(['/docs/api/viewer.js', '/docs/api/start.js']);
  for (const path of scripts) {
    const script = await fetch(`${base}${path}`);
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await script.text()).length).toBeGreaterThan(100);
  }
});

test('the policy of the reference page forbids other origins and frames', async () => {
  const base = await serve(undefined, siteWith({ 'index.html': '<p>Parley</p>' }));
  for (const path of ['/docs/api', '/docs/api/start.js', '/docs/api/viewer.js', '/docs/']) {
    const headers = (await fetch(`${base}${path}`)).headers;
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.skipIf(!browserPath)('a browser without internet shows every operation', async () => {
  const base = await serve(undefined);
  const { page, refused, close } = await openBrowser(base);
  onTestFinished(close);
  await page.goto(`${base}/docs/api`);
  await page.getByRole('heading', { name: 'Parley API' }).first().waitFor();
  await page.getByText('/messages').first().waitFor();
  expect(refused).toEqual([]);
  await shoot(page, 'api');
});

test('serves the pages of the site by their addresses without .html', async () => {
  const base = await serve(
    undefined,
    siteWith({ 'index.html': 'home', 'guides/messages.html': 'guide' }),
  );
  expect(await textAt(`${base}/docs`)).toBe('home');
  expect(await textAt(`${base}/docs/`)).toBe('home');
  expect(await textAt(`${base}/docs/guides/messages`)).toBe('guide');
  const { headers } = await fetch(`${base}/docs/guides/messages`);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('lets browsers keep files of the site whose names contain a hash', async () => {
  const base = await serve(undefined, siteWith({ 'assets/app.1a2b.js': 'run()' }));
  const answer = await fetch(`${base}/docs/assets/app.1a2b.js`);
  expect(await answer.text()).toBe('run()');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('immutable');
});

test('answers 404 with the page of the site for an address that it does not have', async () => {
  const base = await serve(
    undefined,
    siteWith({ 'index.html': 'home', '404.html': 'nothing here' }),
  );
  const answer = await fetch(`${base}/docs/gone`);
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 404,
    text: 'nothing here',
  });
});

test.each([
  '/docs/../secret.txt',
  '/docs/..%2Fsecret.txt',
  '/docs/%2e%2e/secret.txt',
  '/docs/guides',
])('serves no file outside the site folder: %s', async (path) => {
  const folder = siteWith({ 'site/guides/a.html': 'a', 'secret.txt': 'secret' });
  const base = await serve(undefined, join(folder, 'site'));
  expect(await statusOfRawPath(base, path)).toBe(404);
});

test('redirects /docs to the API reference when the site is not built', async () => {
  const base = await serve(undefined, '/nowhere');
  const answer = await fetch(`${base}/docs`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('/docs/api');
});

function siteWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** Requests a path without changes. `fetch` would normalize it. */
function statusOfRawPath(base: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (res) => resolve(res.resume().statusCode)).on('error', reject);
  });
}

async function serve(publicUrl: string | undefined, siteFolder?: string): Promise<string> {
  const server = createServer(
    express().use(docs({ publicUrl, ...(siteFolder && { siteFolder }) })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
