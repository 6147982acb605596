// #region server
import { installMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyShipped } from './index.ts';

// Your existing MSW server, with the handlers for other services.
const shop = 'https://shop.example/orders/1042';
const order = { id: '1042', phone: '+55 11 98765-4321' };
const server = setupServer(http.get(shop, () => HttpResponse.json(order)));
const mock = installMock({ beforeEach, afterEach });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => server.use(...mock.handlers));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('announces an order of the shop', async () => {
  const [channel] = mock.seed.channels(1);
  const parley = new Parley({ apiKey: mock.apiKey }); // as the code under test makes it
  const fetched = await (await fetch(shop)).json();
  expect(await notifyShipped(parley, channel.id, fetched)).toBe('sent');
  expect(mock.messages.send.calls).toHaveLength(1);
});
// #endregion

test('the next test has its own Parley and the same shop', async () => {
  const parley = new Parley({ apiKey: mock.apiKey });
  expect((await parley.messages.list()).data).toEqual([]);
  expect(await (await fetch(shop)).json()).toEqual(order);
  await expect(fetch('http://localhost:3000/api/v1/nothing')).resolves.toMatchObject({
    status: 404,
  });
  expect(() => mock.verify()).toThrow('no such endpoint');
  mock.reset();
});
