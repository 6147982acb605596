import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { TimeoutError } from '../src/index.ts';
import { fast, get, post, slackMs, startFaultServer, timed } from './fault-server.ts';
import { failureOf } from './recording-client.ts';

/** Lets time pass only as the test says, until its end. */
function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** A fetch that runs this once it has the headers of a response, however long they took to come. */
function fetchThen(run: () => void): typeof globalThis.fetch {
  return async (...request) => {
    const response = await fetch(...request);
    setImmediate(run);
    return response;
  };
}

/** A fetch after whose headers the time of an attempt is over. */
function fetchThenTimeout(): typeof globalThis.fetch {
  fakeTime();
  return fetchThen(() => vi.advanceTimersByTime(fast.timeoutMs));
}

describe('a response that does not arrive', () => {
  test('without headers throws a TimeoutError at the deadline', async () => {
    fakeTime();
    const server = await startFaultServer(() => void vi.advanceTimersByTime(fast.timeoutMs));
    const [error, ms] = await timed(() => failureOf(server.client().request({ ...post, ...fast })));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      phase: 'headers',
      outcome: 'unknown',
      attempts: 1,
      method: 'POST',
    });
    expect(error.idempotencyKey).toBe(server.requests[0]?.headers['idempotency-key']);
    expect(ms).toBe(fast.timeoutMs);
  });

  test('a body that stalls', async () => {
    const server = await startFaultServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":');
    });
    const parley = server.client({ fetch: fetchThenTimeout() });
    const error = await failureOf(parley.request({ ...get, ...fast }));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body', outcome: 'unknown' });
  });

  test('a body that trickles', async () => {
    const server = await startFaultServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    const parley = server.client({ fetch: fetchThenTimeout() });
    const error = await failureOf(parley.request({ ...get, ...fast }));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body' });
  });

  test('the deadline limits all attempts and waits together', async () => {
    const server = await startFaultServer(() => undefined);
    const [error, ms] = await timed(() =>
      failureOf(
        server.client().request({ ...get, timeoutMs: 60, deadlineMs: 150, maxRetries: 100 }),
      ),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(ms).toBeLessThan(150 + slackMs);
  });

  test('the error of an attempt cut by the deadline has the deadline', async () => {
    fakeTime();
    const server = await startFaultServer((_, response, nth) => {
      if (nth === 1) response.writeHead(503).end();
      else vi.advanceTimersByTime(300);
    });
    const retry = (): void => void setImmediate(() => vi.advanceTimersByTime(20));
    const parley = server.client({ initialBackoffMs: 20, hooks: { retry } });
    const error = await failureOf(parley.request({ ...get, deadlineMs: 300 }));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'deadline', outcome: 'unknown' });
    expect(error).toMatchObject({ attempts: 2, message: 'No answer in time (deadline): 300 ms' });
  });

  test('a fetch that ignores the signal does not block the caller', async () => {
    const server = await startFaultServer(() => undefined);
    const parley = server.client({ fetch: () => new Promise(() => undefined) });
    expect(await failureOf(parley.request({ ...get, ...fast }))).toBeInstanceOf(TimeoutError);
  });
});

describe('an aborted request is closed on the wire', () => {
  test.each([
    ['headers', 'a timeout'],
    ['headers', 'an abort'],
    ['body', 'a timeout'],
    ['body', 'an abort'],
  ])('while its %s are awaited, by %s', async (phase, how) => {
    const controller = new AbortController();
    let closed = (): void => undefined;
    const close = new Promise<void>((resolve) => {
      closed = resolve;
    });
    fakeTime();
    const end = (): void => {
      if (how === 'an abort') controller.abort();
      else vi.advanceTimersByTime(fast.timeoutMs);
    };
    const server = await startFaultServer((_, response) => {
      response.on('close', closed);
      if (phase === 'body') response.writeHead(200).write('{');
      else setImmediate(end);
    });
    const parley = server.client({ fetch: fetchThen(end) });
    const error = await failureOf(parley.request({ ...get, ...fast, signal: controller.signal }));
    if (how === 'a timeout') expect(error).toMatchObject({ phase });
    // Without an end of the connection this would not come.
    await close;
    expect(server.requests).toHaveLength(1);
  });
});
