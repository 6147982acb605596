import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../test/start-server.ts';
import { readBody, readJson } from './read-json.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['JSON body', readJson],
  ['webhook', readBody],
] as const)(
  'a %s must arrive within 30 seconds, and then the connection closes',
  async (...given) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const begin = (text: string) => {
      const headers = { 'content-type': 'application/json', 'content-length': '2' };
      const req = Object.assign(new PassThrough(), { headers });
      req.write(text);
      const res = { shouldKeepAlive: true } as Response;
      return { req, res, read: given[1](req as unknown as Request, res, 100) };
    };
    const [inTime, late] = [begin('{'), begin('{')];
    const refused = expect(late.read).rejects.toMatchObject({
      code: 'SVC-VALIDATION',
      message: 'The request was not sent in time.',
    });
    await vi.advanceTimersByTimeAsync(29_999);
    inTime.req.end('}');
    expect(String(await inTime.read)).toMatch(/^(\{\}|\[object Object\])$/);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect([inTime, late].map(({ res }) => res.shouldKeepAlive)).toEqual([true, false]);
  },
);

test('a file may arrive within ten minutes', async () => {
  const server = await startServer('SQLite');
  onTestFinished(() => server.close());
  const servers: Server[] = [];
  const note = (message: unknown) => servers.push((message as { server: Server }).server);
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  await fetch(`${server.baseUrl}/healthz`);
  const limits = servers.map(({ headersTimeout, requestTimeout }) => [
    headersTimeout,
    requestTimeout,
  ]);
  expect(limits).toContainEqual([10_000, 600_000]);
});
