import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@parley/msw';
import { fetchWebhook } from '@parley/sdk/webhooks';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { forgetOld, openInbox } from './inbox.ts';
import { openBoard } from './message-board.ts';

type Handler = Parameters<typeof openInbox>[1];

/** A database on disk, which two processes of a receiver open one after the other. */
function aDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  const open = () => new Database(join(folder, 'shop.db'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { open };
}

function anInbox(handle: Handler, db = aDatabase().open()) {
  onTestFinished(() => void db.close());
  return openInbox(db, handle);
}

async function twoReports() {
  const mock = createMock();
  const sent = await mock.webhooks.event('message.sent', { id: 'msg_1', status: 'sent' });
  const read = await mock.webhooks.event('message.read', { id: 'msg_1', status: 'read' });
  return { mock, sent, read };
}

test('handles an event once when it is delivered twice', async () => {
  const handled: string[] = [];
  const inbox = anInbox(({ id }) => void handled.push(id));
  const { mock, sent } = await twoReports();
  const options = { secrets: [mock.webhooks.secret], now: () => mock.clock.now() };
  const receive = fetchWebhook(options, (event) => void inbox.keep(event));
  const { attempts } = await mock.webhooks.deliver(sent, receive, { duplicate: true });
  expect(attempts.map(({ status }) => status)).toEqual([204, 204]);
  expect([inbox.work(), inbox.work()]).toEqual([[], []]);
  expect(handled).toEqual([sent.event.id]);
});

test('the next process handles an acknowledged event when this one is killed', async () => {
  const { open } = aDatabase();
  const { sent, read } = await twoReports();
  const before = open();
  const first = openInbox(before, () => undefined);
  expect([first.keep(sent.event), first.keep(read.event)]).toEqual([true, true]);
  before.close();

  const handled: string[] = [];
  const next = anInbox(({ type }) => void handled.push(type), open());
  expect(next.keep(sent.event)).toBe(false);
  expect(next.work()).toEqual([]);
  expect(handled).toEqual(['message.sent', 'message.read']);
});

test('failed work is rolled back and stays queued, and other work goes on', async () => {
  const db = aDatabase().open();
  const board = openBoard(db);
  const failure = new Error('the printer is out of paper');
  let fails = true;
  const inbox = anInbox((event) => {
    board.note(event);
    if (fails && event.type === 'message.sent') throw failure;
  }, db);
  const { mock, sent, read } = await twoReports();
  const other = await mock.webhooks.event('message.sent', { id: 'msg_2', status: 'sent' });
  for (const { event } of [sent, other, read]) inbox.keep(event);
  expect(inbox.work()).toEqual([failure, failure]);
  expect([board.statusOf('msg_1'), board.statusOf('msg_2')]).toEqual(['read', undefined]);
  fails = false;
  expect(inbox.work()).toEqual([]);
  expect([board.statusOf('msg_1'), board.statusOf('msg_2')]).toEqual(['read', 'sent']);
});

test('ignores an event that is older than the stored state', async () => {
  const db = aDatabase().open();
  const board = openBoard(db);
  const inbox = anInbox(board.note, db);
  const { sent, read } = await twoReports();
  for (const { event } of [read, sent]) {
    inbox.keep(event);
    inbox.work();
  }
  expect(board.statusOf('msg_1')).toBe('read');
});

test('keeps event ids as long as their events can be delivered again', async () => {
  const db = aDatabase().open();
  const inbox = anInbox(() => undefined, db);
  const { sent, read } = await twoReports();
  inbox.keep(sent.event);
  inbox.work();
  inbox.keep(read.event); // not handled yet: never forgotten
  forgetOld(db);
  expect(inbox.keep(sent.event)).toBe(false);
  forgetOld(db, -1);
  expect([inbox.keep(sent.event), inbox.keep(read.event)]).toEqual([true, false]);
});
