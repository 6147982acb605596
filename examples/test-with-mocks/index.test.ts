// #region first
import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { notifyShipped } from './index.ts';

const order = { id: '1042', phone: '+55 11 98765-4321' };

test('sends the customer the number of the shipped order', async () => {
  const { mock, parley, channelId } = aShop();
  expect(await notifyShipped(parley, channelId, order)).toBe('sent');
  const [call] = mock.messages.send.calls;
  expect(call?.body).toMatchObject({ text: 'Order 1042 is on its way.' });
  expect(call?.idempotencyKey).toBe('shipped-1042');
});

function aShop() {
  const mock = createMock();
  onTestFinished(() => mock.verify());
  const [channel] = mock.seed.channels(1);
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  return { mock, parley, channelId: channel.id };
}
// #endregion

// #region state
test('shows the read status and the answer of the customer', async () => {
  const { mock, parley, channelId } = aShop();
  await notifyShipped(parley, channelId, order);
  await mock.settle();
  const [message] = (await parley.messages.list({ direction: 'outbound' })).data;
  expect(message?.status).toBe('read');

  const answer = { type: 'text', from: order.phone, text: 'Thank you!' } as const;
  await parley.channels.simulateInbound(channelId, answer);
  const [conversation] = (await parley.conversations.list()).data;
  expect(conversation).toMatchObject({ unreadCount: 1, lastMessage: { text: 'Thank you!' } });
});
// #endregion

// #region rule
test('reports an unreachable number as the server does', async () => {
  const { parley, channelId } = aShop();
  const nobody = { id: '1043', phone: 'no number' };
  expect(await notifyShipped(parley, channelId, nobody)).toBe('unreachable');
});

test('announcing an order twice sends one message', async () => {
  const { parley, channelId } = aShop();
  await notifyShipped(parley, channelId, order);
  await notifyShipped(parley, channelId, order);
  expect((await parley.messages.list()).data).toHaveLength(1);
});
// #endregion

// #region faults
test('sends one message when the first response is lost', async () => {
  const { mock, parley, channelId } = aShop();
  mock.messages.send.networkError({ afterEffect: true });
  expect(await notifyShipped(parley, channelId, order)).toBe('sent');
  expect(mock.messages.send.calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect((await parley.messages.list()).data).toHaveLength(1);
});

test('returns the error when the server asks for a long wait', async () => {
  const { mock, parley, channelId } = aShop();
  mock.messages.send.rateLimit({ retryAfter: 300 });
  expect(await notifyShipped(parley, channelId, order)).toBe('later');
});
// #endregion

// #region msw
test('with Mock Service Worker, the tested code creates its own client', async () => {
  const { setupServer } = await import('msw/node');
  const { mock } = aShop();
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
  const own = new Parley({ apiKey: mock.apiKey });
  expect(await own.tenants.current()).toMatchObject({ status: 'active' });
});
// #endregion

// #region answers
test('a prepared response gets defaults for omitted fields', async () => {
  const { mock, parley } = aShop();
  mock.messages.get.reply({ status: 'failed' });
  const message = await parley.messages.get('msg_1');
  expect(message).toMatchObject({ id: 'msg_1', status: 'failed', type: 'text' });
});
// #endregion
