import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { catchUp, openPlace } from './catch-up.ts';
import { openInbox } from './inbox.ts';

test('counts every event once when webhooks arrive out of order', async () => {
  const mock = createMock();
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  const [channel] = mock.seed.channels(1);
  const send = async () => {
    await parley.messages.send({
      channelId: channel.id,
      to: '5511987654321',
      type: 'text',
      text: 'Hello',
    });
    await mock.settle();
    return (await parley.events.list({ type: 'message.*', sort: '-sequence' })).data;
  };
  const db = new Database(':memory:');
  const handled: number[] = [];
  const inbox = openInbox(db, ({ sequence }) => void handled.push(sequence));
  const place = openPlace(db);

  const first = await send();
  if (first[0]) inbox.keep(first[0]); // the newest, by webhook
  expect(await catchUp(parley, inbox, place)).toBe(first.length - 1);
  expect(await catchUp(parley, inbox, place)).toBe(0);
  const both = await send();
  expect(await catchUp(parley, inbox, place)).toBe(both.length - first.length);
  expect(inbox.work()).toEqual([]);
  expect(handled).toEqual(both.map(({ sequence }) => sequence).reverse());
  db.close();
});
