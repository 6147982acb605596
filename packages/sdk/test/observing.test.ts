import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiKey, client, failureOf, get, post } from './recording-client.ts';

describe('hooks and logs', () => {
  const busy = () =>
    new Response('{"error":{"code":"SVC-UNAVAILABLE","message":"busy","details":{}}}', {
      status: 503,
      headers: { 'retry-after-ms': '1' },
    });

  test('hooks run around every attempt and can add headers', async () => {
    const seen: string[] = [];
    const { parley, sent } = client(
      {
        maxRetries: 1,
        hooks: {
          before: ({ attempt }) => ({ traceparent: `trace-${attempt}` }),
          after: ({ attempt }, { status, error }) =>
            void seen.push(`${attempt} ${status} ${error?.name}`),
          retry: ({ attempt }, { waitMs }) =>
            void seen.push(`again after ${attempt}: ${waitMs < 300}`),
        },
      },
      busy,
    );
    await failureOf(parley.request(get));
    expect(sent.map(({ init }) => init.headers.traceparent)).toEqual(['trace-1', 'trace-2']);
    expect(seen).toEqual(['1 503 ServerError', 'again after 1: true', '2 503 ServerError']);
  });

  test('a hook can add headers, but not replace required ones', async () => {
    const own = {
      Authorization: 'Bearer another',
      'Idempotency-Key': 'another',
      'Content-Type': 'text/plain',
      'x-own': 'hook',
      'x-new': 'hook',
    };
    const { parley, sent } = client({
      headers: { 'x-own': 'client' },
      hooks: { before: () => own },
    });
    await parley.request({ ...post, idempotencyKey: 'order-1' });
    expect(sent[0]?.init.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': 'order-1',
      'content-type': 'application/json',
      'x-own': 'client',
      'x-new': 'hook',
    });
  });

  test('a hook that throws does not affect the call', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    const { parley } = client({
      hooks: { before: broken, after: broken, retry: broken, wait: broken },
    });
    expect(await parley.request(get)).toEqual({ fine: true });
  });

  test('a hook that rejects or returns invalid headers does not affect the call', async () => {
    const rejections: unknown[] = [];
    const note = (error: unknown): void => void rejections.push(error);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const { parley, sent } = client({
      hooks: {
        before: () => ({ 'x-a': 'a\nb' }),
        after: async () => {
          throw new Error('broken');
        },
      },
    });
    expect(await parley.request(get)).toEqual({ fine: true });
    // Node reports unhandled rejections after the microtasks.
    await new Promise(setImmediate);
    expect(rejections).toEqual([]);
    expect(sent[0]?.init.headers).not.toHaveProperty('x-a');
  });

  test('log, hooks, errors, JSON and inspection do not show the key, the text or the recipient', async () => {
    const lines: string[] = [];
    const logger = { error: push, warn: push, info: push, debug: push };
    function push(line: string): void {
      lines.push(line);
    }
    const seen: unknown[] = [];
    const hooks = {
      before: (info: unknown) => void seen.push(info),
      after: (info: unknown, result: unknown) => void seen.push(info, result),
    };
    const { parley } = client({ log: 'debug', logger, hooks, maxRetries: 1 }, busy);
    const error = await failureOf(parley.request({ ...post, query: { q: 'private' } }));
    const shown = [
      ...lines,
      inspect(seen, { depth: 9, showHidden: true }),
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      inspect(parley, { depth: 9, showHidden: true }),
      JSON.stringify(parley),
    ].join('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of [apiKey, 'private', '5511987654321']) expect(shown).not.toContain(secret);
  });

  test.each([
    ['off', 0],
    ['error', 1],
    ['info', 1],
    ['debug', 2],
  ] as const)('log level %s writes %i lines for a call that fails once', async (log, count) => {
    const lines: string[] = [];
    const push = (line: string): void => void lines.push(line);
    const logger = { error: push, warn: push, info: push, debug: push };
    await failureOf(client({ log, logger, maxRetries: 0 }, busy).parley.request(get));
    expect(lines).toHaveLength(count);
  });

  test('the log and a hook name a call that waits for the quota, before the wait ends', async () => {
    const answers = [429, 200].map(
      (status) => new Response('{}', { status, headers: { 'retry-after-ms': '20' } }),
    );
    const seen: string[] = [];
    const push = (line: string): void => void seen.push(line);
    const logger = { error: push, warn: push, info: push, debug: push };
    const hooks = { wait: ({ attempt }: { attempt: number }) => push(`hook ${attempt}`) };
    const { parley } = client({ log: 'info', logger, hooks }, () => answers.shift() as Response);
    await parley.request(get);
    expect(seen).toEqual([
      expect.stringMatching(/ 429 .* again in \d+ ms$/),
      'hook 2',
      '[parley] GET /api/v1/things attempt 2 waits for the quota',
      expect.stringMatching(/ 200 \d+ ms attempt 2$/),
    ]);
  });

  test('a call that is refused at once, because the quota is used up for long, does not wait', async () => {
    const wait = vi.fn();
    const headers = { 'retry-after': '300' };
    const { parley } = client(
      { hooks: { wait } },
      () => new Response('{}', { status: 429, headers }),
    );
    for (const _call of [1, 2]) await failureOf(parley.request(get));
    expect(wait).not.toHaveBeenCalled();
  });

  test('the log uses level error only for the final failure of a call', async () => {
    const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    await failureOf(client({ log: 'info', logger, maxRetries: 1 }, busy).parley.request(get));
    expect(logger.warn.mock.lastCall?.[0]).toMatch(
      /ServerError SVC-UNAVAILABLE .* again in \d+ ms$/,
    );
    expect(logger.error).toHaveBeenCalledOnce();
  });
});
