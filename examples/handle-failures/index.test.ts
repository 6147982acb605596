import { createMock } from '@parley/msw';
import { ConnectionError, Parley, RateLimitError } from '@parley/sdk';
import { expect, test } from 'vitest';
import { runExample } from '../run.ts';
import {
  judge,
  retryIfUseful,
  sendOrRemind,
  sendQuickly,
  statusOf,
  tellQuota,
  wrongFields,
} from './index.ts';

const to = '5511987654321';
const text = { to, type: 'text', text: 'Hello' } as const;

test('sends a template when the window is closed', async () => {
  const { parley, channelId } = aShop();
  const longAgo = {
    type: 'text',
    from: to,
    text: 'Hi',
    timestamp: '2020-01-01T00:00:00Z',
  } as const;
  await parley.channels.simulateInbound(channelId, longAgo);
  const message = await sendOrRemind(parley, { channelId, ...text });
  expect(message).toMatchObject({ type: 'template', template: { name: 'order_update' } });
});

test('names the invalid field', async () => {
  const { parley } = aShop();
  const error = await thrownBy(
    parley.channels.create({ name: '', type: 'whatsapp', provider: 'sandbox' }),
  );
  expect(wrongFields(error)).toEqual([expect.stringMatching(/^name must have at least 1/)]);
  expect(wrongFields(new Error('other'))).toEqual([]);
});

test('postpones the message when the server asks for a long wait', async () => {
  const { mock, parley, channelId } = aShop();
  mock.messages.send.rateLimit({ retryAfter: 300 });
  expect(judge(await thrownBy(parley.messages.send({ channelId, ...text })))).toBe('later');
});

test('does not retry a refused message', async () => {
  const { parley } = aShop();
  const error = await thrownBy(parley.messages.send({ channelId: 'chn_unknown', ...text }));
  expect(judge(error)).toBe('wrong');
});

test('asks a person to check after a lost response', async () => {
  const { mock, parley, channelId } = aShop();
  mock.messages.send.networkError({ afterEffect: true });
  const impatient = parley.with({ maxRetries: 0 });
  expect(judge(await thrownBy(impatient.messages.send({ channelId, ...text })))).toBe('check');
});

test('asks a person to check when the quota ends a call that may have had an effect', () => {
  const error = new RateLimitError('limited', { outcome: 'unknown', status: 429 });
  expect(judge(error)).toBe('check');
});

test('allows a retry when the connection was never made', () => {
  expect(judge(new ConnectionError('refused', { outcome: 'not_sent' }))).toBe('again');
});

test('returns undefined for a missing record', async () => {
  const { mock, parley, channelId } = aShop();
  mock.sandbox.pause();
  const { id } = await parley.messages.send({ channelId, ...text });
  expect(await statusOf(parley, id)).toBe('queued');
  expect(await statusOf(parley, 'msg_unknown')).toBeUndefined();
});

test('every response has a request id and the quota', async () => {
  const { parley } = aShop();
  expect(await tellQuota(parley)).toMatch(/^request \S+: 599 of 600 left, 1 sent$/);
});

test('the same idempotency key creates one message, also from another process', async () => {
  const { parley, channelId } = aShop();
  const first = await sendQuickly(parley, { channelId, ...text }, '1042');
  expect((await sendQuickly(parley, { channelId, ...text }, '1042')).id).toBe(first.id);
});

test('retries temporary failures only', async () => {
  const { mock, parley, channelId } = aShop();
  const undeliverable = await parley.messages.send({ ...text, channelId, to: '5511131026' });
  const limited = await parley.messages.send({ ...text, channelId, to: '5511131048' });
  await mock.settle();
  expect((await retryIfUseful(parley, undeliverable.id)).status).toBe('failed');
  expect((await retryIfUseful(parley, limited.id)).status).toBe('queued');
});

test('the example runs as its README says', async () => {
  const { code, lines } = await runExample('handle-failures', {}, 'start.ts');
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      'an invalid request: name must have at least 1 character',
      'a lost answer: check',
      'a missing message: undefined',
      expect.stringMatching(/^request \S+: \d+ of 600 left, 1 sent$/),
      'a quota that is used up: later',
    ],
  });
});

function aShop() {
  const mock = createMock();
  const [channel] = mock.seed.channels(1);
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  return { mock, parley, channelId: channel?.id ?? '' };
}

function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}
