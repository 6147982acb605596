import { getEventListeners } from 'node:events';
import { setImmediate as turnEnds } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AbortedError } from '../src/index.ts';
import { envelope, get, json, post, slackMs, startFaultServer } from './fault-server.ts';
import { failureOf } from './recording-client.ts';

describe('an abort', () => {
  test.each(['headers', 'body', 'backoff', 'pause'])(
    'during %s ends the call at once',
    async (phase) => {
      const controller = new AbortController();
      let abortedAt = 0;
      /** In the phase, however long it took to get there. */
      const abort = (): void => {
        abortedAt = performance.now();
        controller.abort(new Error('enough'));
      };
      const server = await startFaultServer((_, response) => {
        if (phase === 'headers') setImmediate(abort);
        if (phase === 'body') response.writeHead(200).write('{');
        if (phase === 'backoff')
          json(response, 503, envelope('SVC-UNAVAILABLE'), { 'retry-after': '30' });
        if (phase === 'pause')
          json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after': '30' });
      });
      const parley = server.client({
        fetch: async (...request) => {
          const response = await fetch(...request);
          if (phase === 'body') setImmediate(abort);
          return response;
        },
        hooks: { retry: () => void setImmediate(abort) },
      });
      const error = await failureOf(parley.request({ ...get, signal: controller.signal }));
      expect(performance.now() - abortedAt).toBeLessThan(slackMs);
      expect(error).toBeInstanceOf(AbortedError);
      expect(error.cause).toEqual(new Error('enough'));
      expect(error.outcome).toBe(phase === 'pause' ? 'rejected' : 'unknown');
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    },
  );

  test('before the call sends nothing', async () => {
    const server = await startFaultServer((_, response) => json(response, 200, {}));
    const error = await failureOf(
      server.client().request({ ...post, signal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'not_sent', attempts: 0 });
    expect(error.message).toBe(`Aborted: POST ${post.path}`);
    expect(server.requests).toHaveLength(0);
  });

  test('while the function apiKey runs sends nothing', async () => {
    const controller = new AbortController();
    const sent: string[] = [];
    const server = await startFaultServer((_, response) => json(response, 200, {}));
    const parley = server.client({
      apiKey: async () => {
        await turnEnds();
        controller.abort();
        return 'prl_live_key';
      },
      fetch: (url) => {
        sent.push(url);
        return Promise.reject(new Error('not to be sent'));
      },
    });
    const error = await failureOf(parley.request({ ...get, signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'not_sent', attempts: 0 });
    await turnEnds();
    expect(sent).toEqual([]);
  });

  test.each([
    ['by a hook', false],
    ['by a hook, after a refusal', true],
  ])('right before sending, %s: sends nothing', async (_, refusedFirst) => {
    const server = await startFaultServer((_request, response) =>
      json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after-ms': '5' }),
    );
    const controller = new AbortController();
    const before = ({ attempt }: { attempt: number }): void => {
      if (attempt > Number(refusedFirst)) controller.abort();
    };
    const parley = server.client({ hooks: { before } });
    const error = await failureOf(parley.request({ ...post, signal: controller.signal }));
    expect(error).toMatchObject({
      name: 'AbortedError',
      outcome: refusedFirst ? 'rejected' : 'not_sent',
      attempts: Number(refusedFirst),
    });
    expect(server.requests).toHaveLength(Number(refusedFirst));
  });

  test('after 10,000 calls on one signal, no listener and no warning remain', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    const server = await startFaultServer((_, response) => json(response, 200, {}));
    const answer = (): Promise<Response> => Promise.resolve(new Response('{}'));
    const parley = server.client({ fetch: answer });
    for (let round = 0; round < 100; round++) {
      await Promise.all(Array.from({ length: 100 }, () => parley.request({ ...get, signal })));
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});
