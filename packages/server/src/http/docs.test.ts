import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openApiDocument } from '@parley/contract/openapi';
import express from 'express';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { docs } from './docs.ts';
import { packageFolder } from './site.ts';

const browserPath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

test('the served document is the contract, addressed as clients reach the server', async () => {
  const relative = await serve(undefined);
  const publicUrl = 'https://parley.example.com';
  const absolute = await serve(publicUrl);
  expect(await (await fetch(`${relative}/openapi.json`)).json()).toEqual(openApiDocument());
  const document = await (await fetch(`${absolute}/openapi.json`)).json();
  expect(document).toMatchObject({
    servers: [{ url: `${publicUrl}/api/v1` }, { url: `${publicUrl}/api` }],
  });
});

test('the reference page refers to nothing outside this server', async () => {
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

test('the reference page may load nothing from elsewhere and be shown in no frame', async () => {
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

test.skipIf(!browserPath)(
  'a browser without internet shows every operation',
  async () => {
    const base = await serve(undefined);
    const { page, refused } = await openBrowser(base);
    await page.goto(`${base}/docs/api`);
    await page.getByRole('heading', { name: 'Parley API' }).first().waitFor();
    await page.getByText('/messages').first().waitFor();
    expect(refused).toEqual([]);
    await shoot(page, 'api');
  },
  60_000,
);

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
])('serves nothing outside of the folder of the site: %s', async (path) => {
  const folder = siteWith({ 'site/guides/a.html': 'a', 'secret.txt': 'secret' });
  const base = await serve(undefined, join(folder, 'site'));
  expect(await statusOfRawPath(base, path)).toBe(404);
});

test('redirects /docs to the API reference when the site is not built', async () => {
  const base = await serve(undefined, '/nowhere');
  const answer = await fetch(`${base}/docs`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('/docs/api');
});

const siteIsBuilt = existsSync(join(packageFolder, 'docs/index.html'));

test.skipIf(!browserPath || !siteIsBuilt)(
  'a browser without internet opens a page, draws its diagram and finds a word, under the policy',
  async () => {
    const base = await serve(undefined);
    const { page, refused } = await openBrowser(base);
    await page.goto(`${base}/docs/guides/messages`);
    await page.locator('pre.mermaid svg').first().waitFor();
    await shoot(page, 'guide');
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill('idempotency');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await shoot(page, 'search');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await page.waitForURL(/idempotency/);
    await page.goto(`${base}/docs/`);
    await page.locator('pre.mermaid svg').first().waitFor();
    await shoot(page, 'home');
    expect(refused).toEqual([]);
  },
  60_000,
);

async function openBrowser(base: string) {
  const browser = await chromium.launch({
    executablePath: browserPath ?? '',
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
      refused.push(request.url());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  page.on('console', (line) => line.type() === 'error' && refused.push(line.text()));
  return { page, refused };
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['DOCS_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

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

/** `fetch` would normalize the path. */
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
