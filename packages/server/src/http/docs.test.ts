import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openApiDocument } from '@parley/contract/openapi';
import express from 'express';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { docs } from './docs.ts';

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
  const answer = await fetch(`${base}/docs`);
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).not.toMatch(/https?:|\/\/[a-z]/);
  const scripts = [...html.matchAll(/src="([^"]+)"/g)].map(([, path]) => path);
  expect(scripts).toEqual(['/docs/viewer.js', '/docs/start.js']);
  for (const path of scripts) {
    const script = await fetch(`${base}${path}`);
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await script.text()).length).toBeGreaterThan(100);
  }
});

test('the reference page may load nothing from elsewhere and be shown in no frame', async () => {
  const base = await serve(undefined);
  for (const path of ['/docs', '/docs/start.js', '/docs/viewer.js']) {
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
    const browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const outside: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
        outside.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await page.goto(`${base}/docs`);
    await page.getByRole('heading', { name: 'Parley API' }).first().waitFor();
    await page.getByText('/messages').first().waitFor();
    expect({ outside, errors }).toEqual({ outside: [], errors: [] });
    if (process.env['DOCS_SCREENSHOT'])
      await page.screenshot({ path: process.env['DOCS_SCREENSHOT'] });
  },
  60_000,
);

async function serve(publicUrl: string | undefined): Promise<string> {
  const server = createServer(express().use(docs({ publicUrl })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
