import type { Message } from '@parley/contract/schemas';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createLine, type Line, startReceiving } from '../../test/receiving-scene.ts';
import { aPhone, drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { batched, messageBody } from '../../test/whatsapp-bodies.ts';
import { channelsTable } from '../channels/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { TenantDb } from '../db/tenant-db.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import type { Job } from '../jobs/queue.ts';
import { type JobRow, jobsTable } from '../jobs/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { receiveBatch } from './jobs.ts';
import { lanesOf } from './lanes.ts';
import { networks } from './networks.ts';
import { lockExternalId } from './statements/require-unknown.ts';
import { inboundBatchesTable, pendingReportsTable } from './table.ts';

afterEach(() => void vi.restoreAllMocks());

describe.each(targets)('bodies that wait in a webhook lane on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));
  const from = '5511987654321';
  // With the same time, messages are listed in the order in which they were handled.
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const bodyOf = (line: Line, text: string) =>
    messageBody(line.externalId, { from }, { type: 'text', timestamp, text: { body: text } });
  const texts = async (line: Line) => {
    const { json } = await line.call<{ data: Message[] }>('GET /messages?limit=100&sort=createdAt');
    return json.data.map(({ text }) => text);
  };
  const numbers = (start: number, count: number) =>
    Array.from({ length: count }, (_, n) => String(start + n));
  const unhandled = async (line: Line) =>
    (await line.ctx.db.select(inboundBatchesTable)).filter(({ body }) => body !== null);

  test('one job handles those that wait for it, in their order, and a long one has its own', async () => {
    const line = await createLine(server);
    const long = batched(numbers(10, 60).map((text) => bodyOf(line, text.padEnd(300))));
    for (const text of numbers(0, 10)) await line.deliver(bodyOf(line, text));
    await line.deliver(long);
    for (const text of numbers(70, 10)) await line.deliver(bodyOf(line, text));
    const run = vi.spyOn(receiveBatch, 'run');
    await drain(server);
    expect((await texts(line)).map((text) => text?.trim())).toEqual(numbers(0, 80));
    // The first ten, and the long one with the last ten.
    expect(run).toHaveBeenCalledTimes(2);
    expect(await unhandled(line)).toEqual([]);
    expect(await line.ctx.db.select(jobsTable)).toEqual([]);
  });

  test('messages of at most 32 people are handled at the same time, of all jobs together', async () => {
    const line = await createLine(server);
    const hello = { type: 'text', text: { body: 'Hello' } };
    const people = Array.from({ length: 90 }, () => aPhone());
    await line.deliver(
      batched(people.map((from) => messageBody(line.externalId, { from }, hello))),
    );
    const running = countTransactions();
    const jobs = await line.ctx.db.select(jobsTable);
    await Promise.all(jobs.map((job) => receiveBatch.run(line.ctx, leased(job, 'of this worker'))));
    expect(jobs.length).toBeGreaterThan(1);
    expect(running.most).toBeGreaterThan(jobs.length);
    expect(running.most).toBeLessThanOrEqual(32);
    expect(await texts(line)).toHaveLength(90);
  });

  test('a worker that has lost its lease meanwhile changes nothing twice', async () => {
    const line = await createLine(server);
    for (const text of numbers(0, 5)) await line.deliver(bodyOf(line, text));
    const [first] = await line.ctx.db.select(jobsTable).orderBy('position');
    await line.ctx.db.update(
      jobsTable,
      { position: first?.position ?? 0 },
      { status: 'leased', lease_token: 'of another worker', lease_until: Date.now() + 60_000 },
    );
    await receiveBatch.run(line.ctx, leased(first, 'lost'));
    const [rest, ...others] = await line.ctx.db.select(jobsTable);
    expect(rest).toMatchObject({ position: first?.position, lease_token: 'of another worker' });
    expect(others).toEqual([]);
    await receiveBatch.run(line.ctx, leased(first, 'of another worker'));
    expect(await line.ctx.db.select(jobsTable)).toEqual([]);
    expect(await texts(line)).toEqual(numbers(0, 5));
    expect(await unhandled(line)).toEqual([]);
    // A later body belongs to another job, which another worker may run.
    await line.deliver(bodyOf(line, '5'));
    await receiveBatch.run(line.ctx, leased(first, 'lost'));
    expect(await unhandled(line)).toHaveLength(1);
  });

  test('two workers that handle the same messages at once store each once, in the order of each person', async () => {
    const line = await createLine(server);
    const people = personsOfOneLane(6);
    const sentAt = Math.floor(Date.now() / 1_000) - 1_000;
    for (const round of numbers(0, 4)) {
      const bodies = people.map((from, n) => {
        const timestamp = String(sentAt + ((n * 7) % 6));
        return messageBody(
          line.externalId,
          { from, name: `Person ${n}` },
          { type: 'text', timestamp, text: { body: `${n}.${round}` } },
        );
      });
      await line.deliver(batched(bodies));
    }
    const [first, ...others] = await line.ctx.db.select(jobsTable).orderBy('position');
    expect(others).toHaveLength(3);
    const workers = ['one', 'other'].map((token) =>
      receiveBatch.run(line.ctx, leased(first, token)),
    );
    await Promise.all(workers);
    const handled = (await texts(line)).filter((text) => text !== null);
    expect(handled).toHaveLength(24);
    for (const [n] of people.entries()) {
      const own = handled.filter((text) => text.startsWith(`${n}.`));
      expect(own).toEqual(numbers(0, 4).map((round) => `${n}.${round}`));
    }
    const threads = await line.ctx.db.select(conversationsTable);
    expect(threads.map((thread) => [thread.message_count, thread.unread_count])).toEqual(
      people.map(() => [4, 4]),
    );
    expect(await line.failures()).toEqual([]);
    const last_inbound_at = new Date((sentAt + 5) * 1_000).toISOString();
    expect(await line.ctx.db.select(channelsTable)).toMatchObject([{ last_inbound_at }]);
    const types = await line.events();
    expect(types.filter((type) => type === 'message.received')).toHaveLength(24);
    expect(types.filter((type) => type === 'contact.created')).toHaveLength(6);
  });
});

test('a message that is deleted while it is stored ends as deleted, whichever is committed first', async () => {
  const server = await startReceiving('Postgres');
  onTestFinished(() => server.close());
  const id = 'wamid.deleted';
  const written = { id, type: 'text', text: { body: 'Hello' } };
  const deletion = { type: 'revoke', revoke: { original_message_id: id } };
  for (const order of [
    [written, deletion],
    [deletion, written],
  ]) {
    const line = await createLine(server);
    const handled = await inTransaction(line.ctx, async ({ db }) => {
      await db.run(lockExternalId, { channel_id: line.channel.id, external_id: id });
      const drained: Promise<void>[] = [];
      for (const message of order) {
        // The two have different webhook lanes.
        await line.deliver(messageBody(line.externalId, { from: '5511987654321' }, message));
        drained.push(drain(server));
        await someoneWaits(server.deps.database, drained.length);
      }
      return { all: Promise.all(drained) };
    });
    await handled.all;
    expect(await line.messages()).toMatchObject([{ externalId: id, isDeleted: true, text: null }]);
    expect(await line.ctx.db.select(pendingReportsTable)).toEqual([]);
  }
});

/** Returns phone numbers whose messages have the same webhook lane. */
function personsOfOneLane(count: number): string[] {
  const found: string[] = [];
  while (found.length < count) {
    const from = aPhone();
    const body = messageBody('1', { from }, { type: 'text', text: { body: 'Hello' } });
    const [{ lane } = { lane: -1 }] = lanesOf(networks.whatsapp, body);
    if (lane === 0) found.push(from);
  }
  return found;
}

/** Counts the transactions that run at the same time. */
function countTransactions() {
  const running = { now: 0, most: 0 };
  const { transaction } = TenantDb.prototype;
  vi.spyOn(TenantDb.prototype, 'transaction').mockImplementation(async function <T>(
    this: TenantDb,
    work: (db: TenantDb) => Promise<T>,
  ) {
    const isOuter = !this.inTransaction;
    if (isOuter) running.now += 1;
    running.most = Math.max(running.most, running.now);
    try {
      return (await transaction.call(this, work)) as T;
    } finally {
      if (isOuter) running.now -= 1;
    }
  });
  return running;
}

function leased(row: JobRow | undefined, leaseToken: string): Job<JobPayloads['receive-batch']> {
  if (!row) throw new Error('there is no job');
  return {
    position: row.position,
    name: row.name,
    payload: JSON.parse(row.payload),
    attempt: 1,
    leaseToken,
    orderKey: row.order_key,
    lane: row.lane,
    createdAt: row.created_at,
    leaseEndsAt: performance.now() + 60_000,
    settled: false,
  };
}
