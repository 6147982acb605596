import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { consolePages } from './console-pages.ts';

const browser = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

test('every address that a browser opens is the console, and everything else stays what it is', async () => {
  const base = await serve();
  for (const path of ['/', '/settings/api-keys', '/webhooks/whe_1/deliveries/dlv_1']) {
    const answer = await fetch(`${base}${path}`, { headers: browser });
    expect([answer.status, await answer.text()], path).toEqual([200, 'console']);
    expect(answer.headers.get('cache-control'), path).toBe('no-cache');
  }
  const others = ['/api', '/api/v1/nothing', '/assets/old.js', '/console/api/nothing', '/docs/x'];
  for (const path of [...others, '/hooks/x', '/favicon.ico', '/package.json']) {
    expect((await fetch(`${base}${path}`, { headers: browser })).status, path).toBe(404);
  }
  // A program that mistypes an address gets the error of the API.
  expect((await fetch(`${base}/apii/v1/messages`)).status).toBe(404);
  expect((await fetch(base)).status).toBe(404);
  const sent = await fetch(`${base}/settings/api-keys`, { method: 'POST', headers: browser });
  expect(sent.status).toBe(404);
});

test('browsers keep files with a hash, and run nothing but files of this server', async () => {
  const base = await serve();
  const script = await fetch(`${base}/assets/index-1a2b.js`);
  expect(await script.text()).toBe('run()');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toContain('immutable');
  const { headers } = await fetch(base, { headers: browser });
  const policy = (headers.get('content-security-policy') ?? '').split(';');
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});

test('a server without the built console answers as before', async () => {
  const base = await serve('/nowhere');
  expect((await fetch(base, { headers: browser })).status).toBe(404);
});

async function serve(folder = builtConsole()): Promise<string> {
  const server = createServer(express().use(consolePages(folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function builtConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-console-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'console');
  writeFileSync(join(folder, 'assets/index-1a2b.js'), 'run()');
  return folder;
}
