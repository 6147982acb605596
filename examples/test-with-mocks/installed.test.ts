// #region install
import { installMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notifyShipped } from './index.ts';

const mock = installMock({ beforeEach, afterEach });

test('does not notify the customer twice', async () => {
  const [channel] = mock.seed.channels(1);
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  const order = { id: '1042', phone: '+55 11 98765-4321' };
  await notifyShipped(parley, channel.id, order);
  await notifyShipped(parley, channel.id, order);
  expect((await parley.messages.list()).data).toHaveLength(1);
});
// #endregion

test('the next test starts with an empty mock', async () => {
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  expect((await parley.messages.list()).data).toEqual([]);
});
