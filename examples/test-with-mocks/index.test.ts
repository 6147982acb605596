// #region first
import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { afterEach, expect, test } from 'vitest';
import { notifyShipped } from './index.ts';

const mock = createMock();
const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
const order = { id: '1042', phone: '+55 11 98765-4321' };

afterEach(() => {
  mock.verify();
  mock.reset();
});

test('the customer is told which order was shipped', async () => {
  const [channel] = mock.seed.channels(1);
  expect(await notifyShipped(parley, channel?.id ?? '', order)).toBe('sent');
  const [call] = mock.messages.send.calls;
  expect(call?.body).toMatchObject({ text: 'Order 1042 is on its way.' });
  expect(call?.idempotencyKey).toBe('shipped-1042');
});
// #endregion

// #region twice
test('an order that is announced twice is one message', async () => {
  const [channel] = mock.seed.channels(1);
  await notifyShipped(parley, channel?.id ?? '', order);
  await notifyShipped(parley, channel?.id ?? '', order);
  expect((await parley.messages.list()).data).toHaveLength(1);
});
// #endregion

// #region state
test('the customer reads it and answers', async () => {
  const [channel] = mock.seed.channels(1);
  await notifyShipped(parley, channel?.id ?? '', order);
  await mock.settle();
  const [message] = (await parley.messages.list({ direction: 'outbound' })).data;
  expect(message?.status).toBe('read');

  await parley.channels.simulateInbound(channel?.id ?? '', {
    type: 'text',
    from: order.phone,
    text: 'Thank you!',
  });
  const [conversation] = (await parley.conversations.list()).data;
  expect(conversation).toMatchObject({ unreadCount: 1, lastMessage: { text: 'Thank you!' } });
});
// #endregion

// #region rule
test('a number that no channel can reach is reported, as the server would', async () => {
  const [channel] = mock.seed.channels(1);
  const nobody = { id: '1043', phone: 'no number' };
  expect(await notifyShipped(parley, channel?.id ?? '', nobody)).toBe('unreachable');
});
// #endregion

// #region faults
test('a lost answer is asked for again, and the message is still sent once', async () => {
  const [channel] = mock.seed.channels(1);
  mock.messages.send.networkError({ afterEffect: true });
  expect(await notifyShipped(parley, channel?.id ?? '', order)).toBe('sent');
  expect(mock.messages.send.calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect((await parley.messages.list()).data).toHaveLength(1);
});

test('a wait that is too long is handed back', async () => {
  const [channel] = mock.seed.channels(1);
  mock.messages.send.rateLimit({ retryAfter: 300 });
  expect(await notifyShipped(parley, channel?.id ?? '', order)).toBe('later');
});
// #endregion

// #region msw
test('with Mock Service Worker the code under test makes its own client', async () => {
  const { setupServer } = await import('msw/node');
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  try {
    const own = new Parley({ apiKey: mock.apiKey });
    expect(await own.tenants.current()).toMatchObject({ status: 'active' });
  } finally {
    server.close();
  }
});
// #endregion
