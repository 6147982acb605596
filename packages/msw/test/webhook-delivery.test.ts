import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMock, forgeries } from '../src/index.ts';
import { isGenuine, noon } from './receivers.ts';

describe('delivery', () => {
  test('arrives twice with the same id and body, and a new time and signature', async () => {
    const mock = createMock({ now: noon });
    const seen: Request[] = [];
    const receiver = (received: Request) => {
      seen.push(received);
      return new Response(null, { status: 204 });
    };
    const event = await mock.webhooks.event('message.received');
    const { attempts, undelivered } = await mock.webhooks.deliver(event, receiver, {
      duplicate: true,
    });
    expect(attempts).toMatchObject([
      { attempt: 1, accepted: true, status: 204 },
      { attempt: 2, accepted: true, status: 204 },
    ]);
    expect(undelivered).toEqual([]);
    const known = { secret: mock.webhooks.secret, now: noon };
    for (const { headers, ...sent } of seen.map(cloned)) {
      expect(headers.get('webhook-id')).toBe(event.event.id);
      const body = await sent.text;
      expect(body).toBe(event.rawBody);
      expect(await isGenuine(known, { headers, body })).toBe(true);
    }
    for (const name of ['webhook-timestamp', 'webhook-signature']) {
      expect(new Set(seen.map(({ headers }) => headers.get(name))).size).toBe(2);
    }
  });

  test('is retried after each failure, up to the given number of attempts', async () => {
    const { webhooks } = createMock({ now: noon });
    const answers = [
      () => new Response('', { status: 500 }),
      () => Promise.reject(new Error('no')),
    ];
    const receiver = () => answers.shift()?.() ?? new Response();
    const event = await webhooks.event('message.sent');
    const report = await webhooks.deliver(event, receiver, { retries: 5 });
    expect(report.attempts.map(({ status, accepted }) => [status, accepted])).toEqual([
      [500, false],
      [undefined, false],
      [200, true],
    ]);
    expect(report.attempts[1]?.error).toEqual(new Error('no'));
    const failing = () => new Response('', { status: 302, headers: { location: '/' } });
    const failed = await webhooks.deliver(event, failing, { retries: 2 });
    expect(failed.attempts).toHaveLength(3);
    expect(failed.undelivered).toEqual([event.event]);
    let calls = 0;
    const fifth = () => new Response(null, { status: ++calls < 5 ? 503 : 204 });
    const last = await webhooks.deliver(event, fifth, { retries: Infinity });
    expect(last.attempts.map(({ accepted }) => accepted)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test('ends when the receiver answers 410 or takes too long', async () => {
    const { webhooks } = createMock();
    const events = [await webhooks.event('message.sent'), await webhooks.event('message.read')];
    const gone = () => new Response('', { status: 410 });
    const { attempts, undelivered } = await webhooks.deliver(events, gone, { retries: 3 });
    expect(attempts).toHaveLength(1);
    expect(undelivered).toHaveLength(2);
    const never = () => new Promise<Response>(() => {});
    const late = await webhooks.deliver(events, never, { timeoutMs: 1 });
    expect(late.attempts.map(({ error }) => String(error))).toEqual(
      Array(2).fill('Error: the receiver did not answer within 1 ms'),
    );
  });

  test('arrives in a random order that the seed decides', async () => {
    const orderOf = async (seed: number) => {
      const { webhooks } = createMock({ seed, now: noon });
      const events = [];
      for (let count = 0; count < 20; count += 1) events.push(await webhooks.event('message.read'));
      const { attempts } = await webhooks.deliver(events, () => new Response(), { shuffle: true });
      return attempts.map(({ event }) => event.sequence);
    };
    const order = await orderOf(1);
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(await orderOf(1)).toEqual(order);
    expect(await orderOf(2)).not.toEqual(order);
  });

  test('reaches a server by its URL', async () => {
    const mock = createMock();
    const bodies: string[] = [];
    const server = createServer((incoming, answer) => {
      incoming.on('data', (chunk) => bodies.push(String(chunk)));
      incoming.on('end', () => answer.writeHead(bodies.length === 1 ? 503 : 200).end());
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const event = await mock.webhooks.event('message.sent');
    const url = `http://127.0.0.1:${port}/hooks`;
    const { attempts } = await mock.webhooks.deliver(event, url, { retries: 1 });
    expect(attempts.map(({ status }) => status)).toEqual([503, 200]);
    expect(bodies).toEqual([event.rawBody, event.rawBody]);
    server.closeAllConnections();
    server.close();
    const { attempts: broken } = await mock.webhooks.deliver(event, 'http://127.0.0.1:1/');
    expect(broken[0]).toMatchObject({ accepted: false, status: undefined });
  });

  test('keeps a forged event forged', async () => {
    const mock = createMock({ now: noon });
    const event = await mock.webhooks.event('message.sent');
    const verdicts: boolean[] = [];
    const known = { secret: mock.webhooks.secret, now: noon };
    const receiver = async (received: Request) => {
      const body = await received.text();
      verdicts.push(await isGenuine(known, { headers: received.headers, body }));
      return new Response('', { status: 400 });
    };
    for (const how of forgeries) {
      await mock.webhooks.deliver(await mock.webhooks.forge(event, how), receiver, { retries: 1 });
    }
    expect(verdicts).toEqual(Array(forgeries.length * 2).fill(false));
  });
});

function cloned(sent: Request) {
  return { headers: sent.headers, text: sent.text() };
}
