import type { Channel } from '@parley/contract/schemas';
import { whatsappErrors } from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import {
  aPhone,
  createScene,
  drain,
  forgetJobs,
  makeDue,
  sandbox,
  startQuiet,
} from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import type { MessageSender } from '../channels/adapters/adapter.ts';
import { createSandboxAdapter } from '../channels/adapters/sandbox.ts';
import { channels, reportChannelError } from '../channels/service.ts';
import { jobsTable } from '../jobs/table.ts';
import { messageEventsTable } from './table.ts';

describe.each(targets)('retrying messages on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(async () => {
    vi.restoreAllMocks();
    await forgetJobs(server);
  });

  test('retries a temporary failure after 2 s, 8 s, 32 s, 2 min and 8 min, then fails the message', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const waits = await failuresOf(server, refusedWith('131016'));
    const expected = [2_000, 8_000, 32_000, 120_000, 480_000];
    expect(waits).toHaveLength(expected.length);
    for (const [index, wait] of waits.entries()) expectAround(wait, expected[index] ?? 0);
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      attempts: 6,
      error: { code: 'SVC-PROVIDER-ERROR', providerCode: '131016', retryable: true },
    });
  });

  test('waits longer after the provider reports too many messages to one recipient', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const waits = await failuresOf(server, refusedWith('131056'));
    const expected = [6_000, 24_000, 96_000, 384_000, 1_536_000];
    expect(waits).toHaveLength(expected.length);
    for (const [index, wait] of waits.entries()) expectAround(wait, expected[index] ?? 0);
    expect((await scene.message(id)).error).toMatchObject({ scope: 'pair' });
  });

  test('a message in backoff delays later ones of its conversation only', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const first = await scene.send({ to, text: 'first' });
    const second = await scene.send({ to, text: 'second' });
    const other = await scene.send();
    const adapter: MessageSender = {
      send: async (_ctx, { message, attempt }) =>
        message.id === first.id && attempt === 1
          ? refusedWith('131016')
          : { kind: 'accepted', externalId: message.id },
    };
    await drain(server, adapter);
    const statuses = async () =>
      await Promise.all(
        [first, second, other].map(async ({ id }) => (await scene.message(id)).status),
      );
    expect(await statuses()).toEqual(['queued', 'queued', 'sent']);
    await makeDue(server);
    await drain(server, adapter);
    expect(await statuses()).toEqual(['sent', 'sent', 'sent']);
  });

  test('canceling a message in backoff releases the later ones of its conversation', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const first = await scene.send({ to });
    await drain(server, { send: async () => refusedWith('131016') });
    const second = await scene.send({ to });
    const canceled = await scene.call(`POST /messages/${first.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, json: { status: 'canceled' } });
    await drain(server);
    expect((await scene.message(second.id)).status).toBe('read');
    expect(await scene.events()).toContain('message.canceled');
  });

  test('a message expires with the window that it needs', async () => {
    const scene = await createScene(server);
    const from = aPhone();
    const anHourLeft = new Date(server.deps.now().getTime() - 23 * 3_600_000).toISOString();
    await scene.receive({ from, timestamp: anHourLeft });
    const { id } = await scene.send({ to: from });
    const template = await scene.send({
      to: from,
      type: 'template',
      template: { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '42' } },
    });
    await server.advance(61 * 60_000);
    await drain(server);
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      attempts: 0,
      error: { code: 'SVC-EXPIRED' },
    });
    expect((await scene.message(template.id)).status).toBe('read');
  });

  test('keeps a status report that arrives before the provider’s response', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    await drain(server, {
      send: async (ctx, request) => {
        await sandbox.send(ctx, request);
        return { kind: 'unknown' };
      },
    });
    expect((await scene.message(id)).status).toBe('sending');
    await server.advance(2_100);
    await drain(server);
    expect(await scene.message(id)).toMatchObject({ status: 'read', error: null });
    await server.advance(61_000);
    await drain(server);
    expect(await scene.timeline(id)).toEqual(['queued', 'sending', 'delivered', 'read']);
  });

  test('reports that a message was read, a delay after the report that it was delivered', async () => {
    const slow = createSandboxAdapter({ receiptDelayMs: 600_000 });
    const scene = await createScene(server);
    const { id } = await scene.send();
    const statuses: string[] = [];
    for (const passedMs of [0, 590_000, 20_000, 590_000, 20_000]) {
      if (passedMs > 0) await server.advance(passedMs);
      await drain(server, slow);
      statuses.push((await scene.message(id)).status);
      const jobs = await server.deps.database.writer('jobs').select('attempts', 'last_error');
      for (const job of jobs) expect(job).toEqual({ attempts: 0, last_error: null });
    }
    expect(statuses).toEqual(['sent', 'sent', 'delivered', 'delivered', 'read']);
    expect(await server.deps.database.writer('jobs').where({ name: 'sandbox-receipt' })).toEqual(
      [],
    );
  });

  test('of an earlier attempt, only successful reports count', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    await drain(server, { send: async () => refusedWith('131016') });
    await makeDue(server);
    await drain(server, { send: async () => ({ kind: 'accepted', externalId: 'two' }) });
    const { enqueue } = await import('../jobs/queue.ts');
    await enqueue(scene.ctx, 'sandbox-receipt', { messageId: id, attempt: 1, status: 'delivered' });
    await drain(server);
    expect(await scene.message(id)).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  async function aStoppedChannel() {
    const scene = await createScene(server);
    const retried = await scene.send();
    await drain(server, { send: async () => refusedWith('131016') });
    const waiting = await scene.send();
    await scene.call(`POST /channels/${scene.channel.id}/disable`);
    await drain(server);
    const due = async () => {
      const jobs = await scene.ctx.db.select(jobsTable).where({ name: 'deliver-message' });
      const of = ({ id }: { id: string }) => jobs.find(({ payload }) => payload.includes(id));
      return { retried: of(retried)?.due_at, waiting: of(waiting)?.due_at };
    };
    return { scene, retried, waiting, due };
  }

  test('deleting a channel makes its messages due, also those in backoff', async () => {
    const { scene, retried, waiting, due } = await aStoppedChannel();
    await scene.call(`DELETE /channels/${scene.channel.id}`);
    const now = Date.now();
    for (const time of Object.values(await due())) expect(time).toBeLessThanOrEqual(now);
    await drain(server);
    const error = { code: 'SVC-CHANNEL-UNAVAILABLE' };
    for (const { id } of [retried, waiting])
      expect(await scene.message(id)).toMatchObject({ status: 'failed', error });
  });

  test('enabling a channel makes the messages due that wait for it, and no others', async () => {
    const { scene, waiting, due } = await aStoppedChannel();
    const path = `POST /channels/${scene.channel.id}`;
    const before = await due();
    expect(before.waiting).toBeGreaterThan(Date.now() + 5_000);
    await scene.call(`${path}/enable`);
    const after = await due();
    expect(after.waiting).toBeLessThanOrEqual(Date.now());
    expect(after.retried).toBe(before.retried);
    await drain(server);
    expect((await scene.message(waiting.id)).status).toBe('read');
  });

  test('a channel-wide error stops the channel, and a success reactivates it', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    await drain(server, { send: async () => refusedWith('131005') });
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth', retryable: true },
    });
    const channel = () => scene.call(`GET /channels/${scene.channel.id}`);
    expect((await channel()).json).toMatchObject({ status: 'error', statusReason: 'auth' });
    expect((await scene.events()).slice(-2)).toEqual(['message.failed', 'channel.status_changed']);
    expect((await scene.call(`POST /messages/${id}/retry`)).status).toBe(409);
    await scene.call(`POST /channels/${scene.channel.id}/enable`);
    expect((await scene.call(`POST /messages/${id}/retry`)).status).toBe(202);
    await drain(server, {
      send: async (ctx, request) => {
        await server.deps.database.writer('channels').update({ status: 'error' });
        return sandbox.send(ctx, request);
      },
    });
    expect((await channel()).json).toMatchObject({ status: 'active', statusReason: null });
    expect((await scene.message(id)).status).toBe('read');
  });

  test('a channel becomes active in the commit that records the success of its message', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    // The worker is killed, as far as the database can tell.
    const killed = vi.spyOn(channels, 'change').mockRejectedValueOnce(new Error('killed'));
    await drain(server, {
      send: async () => {
        await reportChannelError(scene.ctx, scene.channel.id, refusedWith('131005'));
        return { kind: 'accepted', externalId: 'sent once' };
      },
    });
    expect(killed).toHaveBeenCalledTimes(2);
    expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 1 });
    const { json } = await scene.call<Channel>(`GET /channels/${scene.channel.id}`);
    expect(json.status).toBe('active');
    expect((await scene.events()).slice(-3)).toEqual([
      'channel.status_changed',
      'message.sent',
      'channel.status_changed',
    ]);
  });

  test('the provider’s response survives a temporary database failure', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const { db } = scene.ctx;
    const blockade = { message_id: id, id: '00000003' };
    await drain(server, {
      send: async () => {
        const at = new Date().toISOString();
        // Occupies the next place in the timeline for a moment, so that the write fails.
        const entry = { type: 'sent' as const, at, received_at: at, ignored: 0, error: null };
        await db.insert(messageEventsTable, { ...blockade, ...entry });
        setTimeout(() => void db.remove(messageEventsTable, blockade), 50);
        return { kind: 'accepted', externalId: 'kept' };
      },
    });
    expect(await scene.message(id)).toMatchObject({
      status: 'sent',
      externalId: 'kept',
      attempts: 1,
    });
    expect(await scene.timeline(id)).toEqual(['queued', 'sending', 'sent']);
  });

  test('a message whose job keeps failing ends as failed', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const broken: MessageSender = {
      send: async () => {
        throw new Error('a bug');
      },
    };
    for (let round = 0; round < 3; round += 1) {
      await drain(server, broken);
      await server.advance(61_000);
    }
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { reason: 'unknown_outcome' },
    });
  });
});

function refusedWith(providerCode: string): Extract<SendOutcome, { kind: 'refused' }> {
  const error = whatsappErrors[providerCode];
  if (!error) throw new Error(`no such error: ${providerCode}`);
  return { kind: 'refused', providerCode, providerMessage: error.message, error };
}

/** The time until the next attempt, from before the last one and from after it, in milliseconds. */
interface Wait {
  readonly sinceStartMs: number;
  readonly sinceEndMs: number;
}

/** Runs the only job until it ends. Returns the waits between its attempts. */
async function failuresOf(server: TestServer, outcome: SendOutcome): Promise<Wait[]> {
  const waits: Wait[] = [];
  const before = await server.deps.database.writer('jobs').first();
  for (let attempts = 0; attempts < 10; attempts += 1) {
    const startedMs = Date.now();
    await drain(server, { send: async () => outcome });
    const endedMs = Date.now();
    const job = await server.deps.database
      .writer('jobs')
      .where({ position: before.position })
      .first();
    if (!job) return waits;
    const dueMs = Number(job.due_at);
    waits.push({ sinceStartMs: dueMs - startedMs, sinceEndMs: dueMs - endedMs });
    await makeDue(server);
  }
  throw new Error('it never ends');
}

function expectAround({ sinceStartMs, sinceEndMs }: Wait, baseMs: number): void {
  // Clocks round to milliseconds.
  expect(sinceStartMs).toBeGreaterThanOrEqual(baseMs * 0.8 - 5);
  expect(sinceEndMs).toBeLessThanOrEqual(baseMs * 1.2 + 5);
}
