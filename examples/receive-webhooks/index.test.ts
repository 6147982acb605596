import type { AddressInfo } from 'node:net';
import { createMock } from '@parley/msw';
import {
  testWebhook,
  type WebhookHandlerOptions,
  WebhookVerificationError,
} from '@parley/sdk/webhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runExample } from '../run.ts';
import { createApp, createHandler, createWorker, POST, typeOf } from './index.ts';

type Handler = ReturnType<typeof createHandler>;

const receivers = {
  Express: async (options: WebhookHandlerOptions, handler: Handler) => {
    const server = createApp(options, handler).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  },
  fetch: async (options: WebhookHandlerOptions, handler: Handler) => {
    return createWorker(options, handler).fetch;
  },
};

test.each(Object.entries(receivers))('%s: stores an inbound message once', async (_, start) => {
  const mock = createMock();
  const notes: string[] = [];
  const to = await start(optionsOf(mock), createHandler(notes));
  const event = await mock.webhooks.event('message.received', { text: 'Hi!' });
  const { undelivered } = await mock.webhooks.deliver(event, to, { duplicate: true });
  expect(undelivered).toEqual([]);
  expect(notes).toEqual(['Ana Lima wrote: Hi!']);
});

test.each(Object.entries(receivers))('%s: refuses a forged event', async (_, start) => {
  const mock = createMock();
  const notes: string[] = [];
  const to = await start(optionsOf(mock), createHandler(notes));
  const event = await mock.webhooks.event('message.received');
  for (const how of ['tampered', 'too_old', 'wrong_secret', 'unsigned'] as const) {
    const { attempts } = await mock.webhooks.deliver(await mock.webhooks.forge(event, how), to);
    expect(attempts).toMatchObject([{ accepted: false, status: 400 }]);
  }
  expect(notes).toEqual([]);
});

test.each(Object.entries(receivers))(
  '%s: a failed webhook is delivered again',
  async (_, start) => {
    const mock = createMock();
    let calls = 0;
    const to = await start(optionsOf(mock), async () => {
      calls += 1;
      if (calls === 1) throw new Error('the database is away');
    });
    const event = await mock.webhooks.event('message.failed');
    const { undelivered } = await mock.webhooks.deliver(event, to, { retries: 1 });
    expect(undelivered).toEqual([]);
    expect(calls).toBe(2);
  },
);

test('the route of Next.js reads its secret when a webhook arrives', async () => {
  const mock = createMock();
  vi.stubEnv('WEBHOOK_SECRET', mock.webhooks.secret);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => void vi.unstubAllEnvs());
  onTestFinished(() => log.mockRestore());
  const event = await mock.webhooks.event('message.read');
  expect((await POST(event.request)).status).toBe(204);
  expect(log.mock.calls).toEqual([['message.read']]);
});

// #region test
test('testWebhook signs an event without a mock', async () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const object = { to: '5511987654321', text: 'Hello' };
  const event = { type: 'message.failed', data: { object } } as const;
  const { body, headers } = await testWebhook(event, { secrets });
  expect(await typeOf(body, headers, secrets)).toBe('message.failed');

  const error = await typeOf(`${body} `, headers, secrets).catch((thrown: unknown) => thrown);
  expect(WebhookVerificationError.is(error) && error.reason).toBe('signature_mismatch');
});
// #endregion

function optionsOf(mock: ReturnType<typeof createMock>): WebhookHandlerOptions {
  return { secrets: [mock.webhooks.secret], now: () => mock.clock.now() };
}

test('the example runs as its README says', async () => {
  const { code, lines } = await runExample('receive-webhooks', {}, 'start.ts');
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      'a delivery was answered with 204',
      'a delivery was answered with 204',
      'Ana Lima wrote: Hi!',
    ],
  });
});
