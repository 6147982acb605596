import { expect, test } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createLine, type Line, startReceiving } from '../../test/receiving-scene.ts';
import { drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { channels } from '../channels/service.ts';
import { inTransaction } from '../tenancy/context.ts';
import { networks } from './networks.ts';
import { takeItem } from './take-item.ts';

// On Postgres, two transactions do not see each other's rows before their commits.

const server = serverOfTests(() => startReceiving('Postgres'));
const customer = '17841400000000001';

/** A channel of Instagram whose customer has written. */
async function createInstagramLine(): Promise<Line> {
  const line = await createLine(server, 'instagram');
  await line.take(bodyOf(line, { message: { mid: 'in', text: 'Hello' } }));
  return line;
}

/** Returns the webhook about a message of the customer, about its reading, or about the echo of a message to it. */
function bodyOf({ externalId }: Line, event: { message?: { is_echo?: boolean } & object }): object {
  const people = [externalId, customer].map((id) => ({ id }));
  const [sender, recipient] = event.message?.is_echo ? people : people.reverse();
  // The customer reads after the messages are sent.
  const timestamp = Date.now() + (event.message ? 0 : 1_000);
  const messaging = [{ sender, recipient, timestamp, ...event }];
  return { object: 'instagram', entry: [{ id: externalId, time: timestamp, messaging }] };
}

/** Runs work while a reading of the customer waits to be stored. Then stores it. */
async function whileReadingWaits(line: Line, work: () => Promise<unknown>): Promise<void> {
  const held = await server.deps.database.writer.transaction();
  await held.raw('lock table pending_reports in share mode');
  await line.deliver(bodyOf(line, { read: { mid: 'unknown' } } as object));
  const taken = drain(server);
  await someoneWaits(server.deps.database);
  await work();
  await held.rollback();
  await taken;
}

test('an echo is read when the customer reads it while it is stored', async () => {
  const line = await createInstagramLine();
  const channel = await channels.get(line.ctx, line.channel.id);
  const body = bodyOf(line, { message: { is_echo: true, mid: 'echo', text: 'Answer' } });
  const [part] = networks.instagram.partsOf(body);
  const items = networks.instagram.itemsOf(part?.body);
  // The echo has its own job, as after a failure.
  const stored: Promise<unknown>[] = [];
  await whileReadingWaits(line, async () => {
    const at = new Date().toISOString();
    for (const { item } of items) {
      stored.push(inTransaction(line.ctx, (ctx) => takeItem(ctx, channel, item, at)));
    }
    const bothWait = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      having count(*) = 2`;
    const { writer } = server.deps.database;
    await Promise.race([
      Promise.all(stored),
      expect.poll(async () => (await writer.raw(bothWait)).rows).toHaveLength(1),
    ]);
  });
  await Promise.all(stored);
  expect(await line.messages('&direction=outbound')).toMatchObject([
    { externalId: 'echo', status: 'read' },
  ]);
});
