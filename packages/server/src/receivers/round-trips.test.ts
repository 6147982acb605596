import { afterAll, expect, test } from 'vitest';
import { recordSent, tripsOf } from '../../test/asked-of-postgres.ts';
import { createLine, startReceiving } from '../../test/receiving-scene.ts';
import { aPhone, drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { batched, messageBody } from '../../test/whatsapp-bodies.ts';

const recorded = recordSent();
afterAll(() => recorded.restore());
const server = serverOfTests(() => startReceiving('Postgres'));

const text = { type: 'text', text: { body: 'Hello' } };

/** Handles webhooks, and returns the statements of the transactions that stored messages. */
async function tripsOfMessages(): Promise<string[][][]> {
  recorded.sent.length = 0;
  await drain(server);
  return tripsOf(recorded.sent).filter((trips) => trips.flat().includes('insert messages'));
}

test('a message is stored in one round trip after its reads', async () => {
  const line = await createLine(server);
  const from = aPhone();
  const added = ['insert messages', 'insert message_events', 'update conversations'];
  const times = ['update contacts', 'update identities'];
  const ends = [
    'raise-last-inbound',
    'lock-external-id',
    'require-none-waiting',
    'append-events',
    'deliver-events',
  ];
  const created = ['insert contacts', 'insert identities', 'insert conversations'];
  const checks = ['require-seen-suppressions-lock', 'require-seen-suppressions'];
  await line.deliver(messageBody(line.externalId, { from }, { ...text, timestamp: '1700000000' }));
  const [ofNew, ...others] = await tripsOfMessages();
  expect(ofNew).toEqual([[...created, ...added, ...times, ...checks, ...ends]]);
  expect(others).toEqual([]);
  await line.deliver(messageBody(line.externalId, { from }, { ...text, timestamp: '1700000001' }));
  const locks = ['select unnest', 'select unnest'];
  expect(await tripsOfMessages()).toEqual([[[...locks, ...added, ...times, ...ends]]]);
});

test('messages of different customers in one webhook share commits', async () => {
  const line = await createLine(server);
  const phones = Array.from({ length: 40 }, () => aPhone());
  for (const wave of ['new', 'known']) {
    const bodies = phones.map((from) => messageBody(line.externalId, { from }, text));
    await line.deliver(batched(bodies));
    // There are 8 webhook lanes, whose messages may share commits, too.
    expect((await tripsOfMessages()).length, wave).toBeLessThanOrEqual(20);
  }
  expect(await line.messages()).toHaveLength(80);
});
