import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  AbortedError,
  ConnectionError,
  ParleyError,
  RateLimitError,
  RedirectError,
  ResponseParseError,
  ServerError,
  TimeoutError,
} from '../src/index.ts';
import { envelope, json, startFaultServer } from './fault-server.ts';

const get = { method: 'GET', path: '/api/v1/things' } as const;
const post = { method: 'POST', path: '/api/v1/things', body: { a: 1 } } as const;
// What a busy machine may be late by; waits are measured exactly, in virtual time, in waits.test.ts.
const slackMs = 2_000;
const fast = { timeoutMs: 250, maxRetries: 0 } as const;

afterEach(() => {
  vi.restoreAllMocks();
});

async function failureOf(call: Promise<unknown>): Promise<ParleyError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ParleyError.is(error)) throw new Error(`Not a ParleyError: ${error}`);
  return error;
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}

describe('an answer that does not come', () => {
  test('no headers: a TimeoutError that says so, when the time is over', async () => {
    const server = await startFaultServer(() => undefined);
    const [error, ms] = await timed(() => failureOf(server.client().request({ ...post, ...fast })));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      phase: 'headers',
      outcome: 'unknown',
      attempts: 1,
      method: 'POST',
    });
    expect(error.idempotencyKey).toBe(server.requests[0]?.headers['idempotency-key']);
    expect(ms).toBeLessThan(fast.timeoutMs + slackMs);
  });

  test('a body that stalls', async () => {
    const server = await startFaultServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":');
    });
    const [error, ms] = await timed(() => failureOf(server.client().request({ ...get, ...fast })));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body', outcome: 'unknown' });
    expect(ms).toBeLessThan(fast.timeoutMs + slackMs);
  });

  test('a body that trickles', async () => {
    const server = await startFaultServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    const [error, ms] = await timed(() => failureOf(server.client().request({ ...get, ...fast })));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body' });
    expect(ms).toBeLessThan(fast.timeoutMs + slackMs);
  });

  test('the deadline bounds all attempts and waits together', async () => {
    const server = await startFaultServer(() => undefined);
    const [error, ms] = await timed(() =>
      failureOf(
        server.client().request({ ...get, timeoutMs: 60, deadlineMs: 150, maxRetries: 100 }),
      ),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(ms).toBeLessThan(150 + slackMs);
  });

  test('an attempt that the deadline cuts short says so', async () => {
    const server = await startFaultServer(() => undefined);
    const error = await failureOf(server.client().request({ ...get, deadlineMs: 60 }));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'deadline', outcome: 'unknown' });
  });

  test('a fetch that ignores the signal does not hold the caller', async () => {
    const server = await startFaultServer(() => undefined);
    const parley = server.client({ fetch: () => new Promise(() => undefined) });
    expect(await failureOf(parley.request({ ...get, ...fast }))).toBeInstanceOf(TimeoutError);
  });
});

describe('a connection that breaks', () => {
  test('before the answer: a GET is sent again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const server = await startFaultServer((_, response, nth) => {
      if (nth === 1) response.destroy();
      else json(response, 200, { fine: true });
    });
    const { data, attempts } = await server.client().request(get).withMeta();
    expect(data).toEqual({ fine: true });
    expect(attempts).toBe(2);
  });

  test('within the body: a typed error, not half an answer', async () => {
    const server = await startFaultServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => response.destroy());
    });
    const error = await failureOf(server.client().request({ ...get, maxRetries: 0 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown' });
  });

  test('a POST keeps its key over all attempts when the caller named the effect', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const server = await startFaultServer((_, response, nth) => {
      if (nth < 3) response.destroy();
      else json(response, 201, {});
    });
    await server.client().request({ ...post, idempotencyKey: 'order-7' });
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order-7',
      'order-7',
      'order-7',
    ]);
  });

  test('a POST to an endpoint that is not known to dedupe is not sent again', async () => {
    const server = await startFaultServer((_, response) => response.destroy());
    const error = await failureOf(server.client().request(post));
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('nobody listens: not sent', async () => {
    const server = await startFaultServer(() => undefined);
    const parley = server.client({ baseUrl: 'http://127.0.0.1:59999', maxRetries: 0 });
    const error = await failureOf(parley.request(post));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent' });
    expect(error.message).toContain('ECONNREFUSED');
  });
});

describe('an answer that is not one', () => {
  test.each([
    ['malformed JSON', '{"data":'],
    ['HTML', '<html>Welcome</html>'],
    ['nothing', ''],
    ['a bare null', 'null'],
    ['a bare string', '"ok"'],
  ])('%s in a 200 is a ResponseParseError and is not sent again', async (_, body) => {
    const server = await startFaultServer((_request, response) =>
      response.writeHead(200).end(body),
    );
    const error = await failureOf(server.client().request(post));
    expect(error).toBeInstanceOf(ResponseParseError);
    expect(error).toMatchObject({ status: 200, outcome: 'unknown', attempts: 1 });
  });

  test('HTML in a 502 is a ServerError', async () => {
    const server = await startFaultServer((_, response) =>
      response.writeHead(502).end('<html>Bad Gateway</html>'),
    );
    const error = await failureOf(server.client().request({ ...get, maxRetries: 0 }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 502, details: {}, outcome: 'unknown' });
    expect(error.code).toBeUndefined();
  });

  test('a redirect is refused, and nothing reaches the other place', async () => {
    const other = await startFaultServer((_, response) => json(response, 200, {}));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startFaultServer((_, response) =>
        response.writeHead(status, { location: `${other.url}/?key=secret` }).end(),
      );
      const error = await failureOf(server.client().request(post));
      expect(error).toBeInstanceOf(RedirectError);
      expect(error).toMatchObject({ status, attempts: 1 });
      expect(JSON.stringify(error)).not.toContain('secret');
    }
    expect(other.requests).toHaveLength(0);
  });

  test('codes, fields and details that this version does not know are kept', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 409, envelope('SVC-BRAND-NEW', { why: ['x'] }), { 'x-request-id': 'req-1' }),
    );
    const error = await failureOf(server.client().request(post));
    expect(error).toMatchObject({
      name: 'ConflictError',
      code: 'SVC-BRAND-NEW',
      details: { why: ['x'] },
      requestId: 'req-1',
      outcome: 'rejected',
    });
  });

  test.each([
    ['no envelope', {}],
    ['an envelope of other types', { error: { code: 7, message: null, details: 'x' } }],
    ['an array', []],
  ])('an error body with %s is still an ApiError', async (_, body) => {
    const server = await startFaultServer((_request, response) => json(response, 400, body));
    const error = await failureOf(server.client().request(post));
    expect(error).toMatchObject({ name: 'BadRequestError', details: {} });
    expect(error.code).toBeUndefined();
  });
});

describe('a server that asks to wait', () => {
  test('five minutes: the caller is told at once, and so is the next one, who is not sent', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after': '300' }),
    );
    const parley = server.client();
    const [error, ms] = await timed(() => failureOf(parley.request(post)));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 300_000, attempts: 1, outcome: 'rejected' });
    expect(ms).toBeLessThan(slackMs);
    const second = await failureOf(parley.request(post));
    expect(second).toMatchObject({
      name: 'RateLimitError',
      status: 429,
      attempts: 0,
      outcome: 'not_sent',
    });
    expect(second.retryAfterMs).toBeGreaterThan(299_000);
    expect(server.requests).toHaveLength(1);
  });

  test('for ever: nine requests, then a RateLimitError', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after-ms': '5' }),
    );
    const error = await failureOf(server.client().request(get));
    expect(error).toMatchObject({ name: 'RateLimitError', attempts: 9 });
    expect(server.requests).toHaveLength(9);
  });

  test('for the same POST to end: waits, and stays in doubt when it never does', async () => {
    const server = await startFaultServer((_, response) =>
      json(response, 409, envelope('SVC-IDEMPOTENCY-IN-PROGRESS'), { 'retry-after-ms': '5' }),
    );
    const error = await failureOf(server.client().request({ ...post, idempotencyKey: 'one' }));
    expect(error).toMatchObject({ name: 'ConflictError', attempts: 9, outcome: 'unknown' });
  });

  test('x-should-retry wins over the status', async () => {
    const server = await startFaultServer((_, response, nth) =>
      json(response, nth === 1 ? 400 : 503, envelope('SVC-UNAVAILABLE'), {
        'x-should-retry': String(nth === 1),
        'retry-after-ms': '5',
      }),
    );
    expect(await failureOf(server.client().request(get))).toMatchObject({
      status: 503,
      attempts: 2,
    });
  });
});

test('a DELETE whose answer was lost has succeeded when the record is gone', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const server = await startFaultServer((_, response, nth) => {
    if (nth === 1) response.destroy();
    else json(response, 404, envelope('SVC-NOT-FOUND'));
  });
  const remove = { method: 'DELETE', path: '/api/v1/things/1' } as const;
  expect(await server.client().request(remove)).toBeUndefined();
  expect(await failureOf(server.client().request(remove))).toMatchObject({
    status: 404,
    attempts: 1,
  });
});

describe('an abort', () => {
  test.each(['headers', 'body', 'backoff', 'pause'])(
    'during %s ends the call at once',
    async (phase) => {
      const server = await startFaultServer((_, response) => {
        if (phase === 'body') response.writeHead(200).write('{');
        if (phase === 'backoff')
          json(response, 503, envelope('SVC-UNAVAILABLE'), { 'retry-after': '30' });
        if (phase === 'pause')
          json(response, 429, envelope('SVC-RATE-LIMITED'), { 'retry-after': '30' });
      });
      const controller = new AbortController();
      let abortedAt = 0;
      setTimeout(() => {
        abortedAt = performance.now();
        controller.abort(new Error('enough'));
      }, 60);
      const error = await failureOf(server.client().request({ ...get, signal: controller.signal }));
      expect(performance.now() - abortedAt).toBeLessThan(slackMs);
      expect(error).toBeInstanceOf(AbortedError);
      expect(error.cause).toEqual(new Error('enough'));
      expect(error.outcome).toBe(phase === 'pause' ? 'rejected' : 'unknown');
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    },
  );

  test('before the call: nothing is sent', async () => {
    const server = await startFaultServer((_, response) => json(response, 200, {}));
    const error = await failureOf(
      server.client().request({ ...post, signal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'not_sent', attempts: 0 });
    expect(server.requests).toHaveLength(0);
  });

  test('ten thousand calls on one signal leave no listener and no warning', async () => {
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
