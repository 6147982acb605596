import { createMock, forgeries, type Mock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { fetchWebhook } from '@parley/sdk/webhooks';
import { expect, test } from 'vitest';
import { notifyShipped } from './index.ts';

// #region receiver
function aReceiver(mock: Mock) {
  const secrets = [mock.webhooks.secret];
  const seen = new Map<string, string>();
  const receive = fetchWebhook({ secrets }, ({ id, type }) => void seen.set(id, type));
  return { receive, seen };
}
// #endregion

// #region made
test('counts an event once when it is delivered twice', async () => {
  const mock = createMock();
  const { receive, seen } = aReceiver(mock);
  const [conversation] = mock.seed.conversations(1);
  const event = await mock.webhooks.event('message.received', {
    conversationId: conversation.id,
    text: 'Where is it?',
  });
  const { attempts } = await mock.webhooks.deliver(event, receive, { duplicate: true });
  expect(attempts.map(({ accepted }) => accepted)).toEqual([true, true]);
  expect([...seen.values()]).toEqual(['message.received']);
});
// #endregion

// #region recorded
test('receives every event, in any order', async () => {
  const mock = createMock();
  const { receive, seen } = aReceiver(mock);
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  const [channel] = mock.seed.channels(1);
  await notifyShipped(parley, channel.id, { id: '1042', phone: '+55 11 98765-4321' });
  await mock.settle();
  await mock.webhooks.deliver(mock.webhooks.recorded, receive, { shuffle: true });
  expect([...seen.values()].sort()).toEqual([
    'contact.created',
    'conversation.created',
    'message.delivered',
    'message.read',
    'message.sent',
  ]);
});
// #endregion

// #region endpoint
test('the receiver of an endpoint gets the events of a message in their order', async () => {
  const { mock, parley, channelId, endpoint } = aShopWithEndpoint();
  const seen: string[] = [];
  const secrets = [endpoint.secret];
  const receive = fetchWebhook({ secrets }, ({ type }) => void seen.push(type));
  mock.webhooks.receive(endpoint.url, receive);
  await notifyShipped(parley, channelId, { id: '1042', phone: '+55 11 98765-4321' });
  await mock.settle();
  expect(seen).toEqual(['message.sent', 'message.delivered', 'message.read']);
});

function aShopWithEndpoint() {
  const mock = createMock();
  const [channel] = mock.seed.channels(1);
  const [endpoint] = mock.seed.webhookEndpoints(1, { events: ['message.*'] });
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  return { mock, parley, channelId: channel.id, endpoint };
}
// #endregion

// #region outage
test('delivers events again that failed while the receiver was down', async () => {
  const { mock, parley, channelId, endpoint } = aShopWithEndpoint();
  const seen = new Set<string>();
  let isDown = true;
  const secrets = [endpoint.secret];
  const receive = fetchWebhook({ secrets }, ({ type }) => void seen.add(type));
  mock.webhooks.receive(endpoint.url, (request) =>
    isDown ? new Response(null, { status: 503 }) : receive(request),
  );
  await notifyShipped(parley, channelId, { id: '1042', phone: '+55 11 98765-4321' });
  await mock.settle();
  expect(seen.size).toBe(0);
  isDown = false;
  await mock.webhooks.advance(6_000); // the second attempts come after some five seconds
  expect(seen).toEqual(new Set(['message.sent', 'message.delivered', 'message.read']));
});
// #endregion

// #region forged
test.each(forgeries)('refuses an event that is %s', async (how) => {
  const mock = createMock();
  const { receive, seen } = aReceiver(mock);
  const event = await mock.webhooks.event('message.received');
  const forged = await mock.webhooks.forge(event, how);
  const { attempts } = await mock.webhooks.deliver(forged, receive);
  expect(attempts).toMatchObject([{ status: 400 }]);
  expect(seen.size).toBe(0);
});
// #endregion
