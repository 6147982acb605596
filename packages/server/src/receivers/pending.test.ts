import { afterEach, expect, test, vi } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createLine, type Line, startReceiving } from '../../test/receiving-scene.ts';
import { createTestWorker, drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { whatsappBody } from '../../test/whatsapp-bodies.ts';
import { channels } from '../channels/service.ts';
import { TenantDb } from '../db/tenant-db.ts';
import { advanceMessage } from '../messages/statements/advance-message.ts';
import { inTransaction } from '../tenancy/context.ts';
import { takeChange } from './changes.ts';
import { networks } from './networks.ts';
import { takeStatus } from './reports.ts';
import { requireNoneInDirection } from './statements/require-unknown.ts';
import { takeItem } from './take-item.ts';

// On Postgres, two transactions do not see each other's rows before their commits.

const server = serverOfTests(() => startReceiving('Postgres'));
const customer = '17841400000000001';
afterEach(() => void vi.restoreAllMocks());

/** A channel of Instagram whose customer has written. */
async function createInstagramLine(): Promise<Line> {
  const line = await createLine(server, 'instagram');
  await line.take(bodyOf(line, { message: { mid: 'in', text: 'Hello' } }));
  return line;
}

interface Event {
  readonly message?: { readonly mid: string; readonly text: string; readonly is_echo?: boolean };
  readonly read?: { readonly mid: string };
}

/** Returns the webhook about a message of the customer, about its reading, or about the echo of a message to it. */
function bodyOf({ externalId }: Line, event: Event): object {
  const people = [externalId, customer].map((id) => ({ id }));
  const [sender, recipient] = event.message?.is_echo ? people : people.reverse();
  // The customer reads after the messages are sent.
  const timestamp = Date.now() + (event.message ? 0 : 1_000);
  const messaging = [{ sender, recipient, timestamp, ...event }];
  return { object: 'instagram', entry: [{ id: externalId, time: timestamp, messaging }] };
}

/** Delivers a reading of the customer, which waits before it is stored. Returns a function that ends the wait. */
async function holdReading(line: Line): Promise<() => Promise<void>> {
  const held = await server.deps.database.writer.transaction();
  await held.raw('lock table pending_reports in share mode');
  await line.deliver(bodyOf(line, { read: { mid: 'unknown' } }));
  const taken = drain(server);
  await someoneWaits(server.deps.database);
  return async () => {
    await held.rollback();
    await taken;
  };
}

test('an echo is read when the customer reads it while it is stored', async () => {
  const line = await createInstagramLine();
  const channel = await channels.get(line.ctx, line.channel.id);
  const body = bodyOf(line, { message: { is_echo: true, mid: 'echo', text: 'Answer' } });
  const [part] = networks.instagram.partsOf(body);
  const items = networks.instagram.itemsOf(part?.body);
  const store = await holdReading(line);
  // The echo has its own job, as after a failure.
  const at = new Date().toISOString();
  const echoed = inTransaction(line.ctx, async (ctx) => {
    for (const { item } of items) await takeItem(ctx, channel, item, at);
  });
  await Promise.race([echoed, someoneWaits(server.deps.database, 2)]);
  await Promise.all([store(), echoed]);
  expect(await line.messages('&direction=outbound')).toMatchObject([
    { externalId: 'echo', status: 'read' },
  ]);
});

test('a status report is applied at once when its message is recorded as sent after its last check', async () => {
  const line = await createLine(server);
  const { id } = await line.send();
  const held = await server.deps.database.writer.transaction();
  const lock = 'select pg_advisory_xact_lock(192)';
  await held.raw(lock);
  const check = requireNoneInDirection.postgres;
  vi.spyOn(requireNoneInDirection, 'postgres').mockImplementationOnce(async (db, calls) => {
    const checked = [check(db, calls), db.rows('wait', lock, [])] as const;
    return (await Promise.all(checked))[0];
  });
  const taken: Promise<void>[] = [];
  const send = async () => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const status = { id: 'wamid.early', status: 'delivered', timestamp };
    await line.deliver(whatsappBody(line.externalId, { statuses: [status] }));
    taken.push(drain(server));
    await someoneWaits(server.deps.database);
    return { kind: 'accepted', externalId: 'wamid.early' } as const;
  };
  await createTestWorker(server, { whatsapp_cloud: { send } }).runUntilIdle();
  expect((await line.message(id)).status).toBe('sent');
  await held.rollback();
  await Promise.all(taken);
  expect((await line.message(id)).status).toBe('delivered');
});

test('a message is read when it is recorded as sent while the reading is stored', async () => {
  const line = await createInstagramLine();
  const { id } = await line.send({ to: customer });
  const stores: (() => Promise<void>)[] = [];
  const send = async () => {
    stores.push(await holdReading(line));
    return { kind: 'accepted', externalId: 'out' } as const;
  };
  await createTestWorker(server, { whatsapp_cloud: { send } }).runUntilIdle();
  expect((await line.message(id)).status).toBe('sent');
  for (const store of stores) await store();
  expect((await line.message(id)).status).toBe('read');
});

test('a deletion of a message does not deadlock with a report of its status', async () => {
  const line = await createInstagramLine();
  const { ctx } = line;
  const { id } = await line.send({ to: customer });
  const send = async () => ({ kind: 'accepted', externalId: 'out' }) as const;
  await createTestWorker(server, { whatsapp_cloud: { send } }).runUntilIdle();
  const channel = await channels.get(ctx, line.channel.id);
  const at = ctx.now().toISOString();
  const change = { kind: 'revoke' } as const;
  const { update } = TenantDb.prototype;
  const advancing = vi.spyOn(advanceMessage, 'postgres');
  let reported: Promise<boolean> | undefined;
  const updating = vi.spyOn(TenantDb.prototype, 'update').mockImplementationOnce(async function (
    this: TenantDb,
    ...given
  ) {
    const named = { kind: 'status', externalId: 'out', reference: undefined } as const;
    const status = { ...named, status: 'delivered', error: undefined } as const;
    reported = inTransaction(ctx, (ctx) => takeStatus(ctx, channel, status, at));
    await someoneWaits(server.deps.database);
    return await update.apply(this, given);
  });
  await inTransaction(ctx, (ctx) =>
    takeChange(ctx, channel, { externalId: 'out', change, by: 'business' }, at),
  );
  expect(await reported).toBe(true);
  expect([advancing.mock.calls.length, updating.mock.calls.length]).toEqual([1, 2]);
  expect(await line.message(id)).toMatchObject({ status: 'delivered', isDeleted: true });
});
