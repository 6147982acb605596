import { type Contact, whatsappErrors } from '@parley/contract/schemas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import {
  aPhone,
  createScene,
  createTestWorker,
  drain,
  forgetJobs,
  makeDue,
  sandbox,
  startQuiet,
} from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import type { ChannelAdapter, SendOutcome } from '../channels/adapters/adapter.ts';

describe.each(targets)('delivering messages on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startQuiet(target);
  });
  afterEach(() => forgetJobs(server));
  afterAll(() => server.close());

  test('a message goes through all its states, and each is told once', async () => {
    const scene = await createScene(server);
    const { id, contactId } = await scene.send();
    await drain(server);
    const message = await scene.message(id);
    expect(message).toMatchObject({ status: 'read', attempts: 1, error: null });
    expect(message.externalId).toBe(`sandbox-${id}-1`);
    expect(await scene.timeline(id)).toEqual(['queued', 'sending', 'sent', 'delivered', 'read']);
    expect(await scene.events()).toEqual([
      'contact.created',
      'conversation.created',
      'message.sent',
      'message.delivered',
      'message.read',
    ]);
    const conversation = await scene.conversation(message.conversationId);
    expect(conversation.lastMessage).toMatchObject({ id, status: 'read' });
    const contact = await scene.call(`GET /contacts/${contactId}`);
    expect(contact.json).toMatchObject({
      lastOutboundAt: message.sentAt,
      lastSeenAt: message.readAt,
      identities: [{ lastOutboundAt: message.sentAt }],
    });
    expect((await scene.call(`GET /channels/${scene.channel.id}`)).json).toMatchObject({
      lastOutboundAt: message.sentAt,
    });
  });

  test('a message counts once in the window of its customer, however many reports it gets', async () => {
    const scene = await createScene(server, { type: 'tiktok' });
    const { message } = await scene.receive({ from: 'tt-window' });
    await scene.send({ to: 'tt-window' });
    await scene.send({ to: 'tt-window' });
    await drain(server);
    const { window } = await scene.conversation(message.conversationId);
    const contact = await scene.call<Contact>(`GET /contacts/${message.contactId}`);
    expect([window.remaining, contact.json.identities[0]?.window.remaining]).toEqual([8, 8]);
  });

  test('its event carries the record, what changed, the conversation and the contact', async () => {
    const scene = await createScene(server);
    const { id, conversationId, contactId } = await scene.send({ to: aPhone('900200') });
    await drain(server);
    const row = await scene.ctx.db.select('events').where({ type: 'message.sent' }).first();
    const data = JSON.parse(row?.data ?? '');
    expect(data.object).toEqual(await scene.message(id));
    expect(data.previous).toEqual({ status: 'sending', externalId: null, sentAt: null });
    expect(data.changes.sort()).toEqual(['externalId', 'sentAt', 'status']);
    expect(data.conversation).toEqual({
      id: conversationId,
      status: 'open',
      assigneeId: null,
      tags: [],
    });
    expect(data.contact).toMatchObject({ id: contactId, externalId: null, tags: [] });
  });

  test('the provider is called only after the sending mark is committed', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const seen: unknown[] = [];
    await drain(server, {
      send: async (ctx, request) => {
        const { status, attempts } = await scene.message(id);
        seen.push({ status, attempts, inTransaction: ctx.db.inTransaction });
        return sandbox.send(ctx, request);
      },
    });
    expect(seen).toEqual([{ status: 'sending', attempts: 1, inTransaction: false }]);
  });

  test('after a crash between sending and settling nothing is sent twice', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const calls: number[] = [];
    const adapter: ChannelAdapter = {
      send: async (_ctx, { attempt }) => {
        calls.push(attempt);
        return { kind: 'accepted', externalId: 'lost' };
      },
    };
    await dieWhileSending(server, adapter);
    expect(await scene.message(id)).toMatchObject({ status: 'sending', attempts: 1 });
    await drain(server, adapter);
    expect(await scene.message(id)).toMatchObject({ status: 'sending', error: null });
    await server.advance(61_000);
    await drain(server, adapter);
    expect(calls).toEqual([1]);
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-PROVIDER-ERROR', reason: 'unknown_outcome', retryable: true },
    });
    expect(await scene.timeline(id)).toEqual(['queued', 'sending', 'failed']);
  });

  test('a report of its status settles a message that nobody answered for', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send({ to: aPhone('900408') });
    await drain(server);
    await scene.call(`POST /channels/${scene.channel.id}/simulate/status`, {
      messageId: id,
      status: 'delivered',
    });
    await server.advance(61_000);
    await drain(server);
    expect(await scene.message(id)).toMatchObject({
      status: 'delivered',
      attempts: 1,
      error: null,
    });
    expect(await scene.ctx.db.select('jobs')).toEqual([]);
  });

  test('a worker that lost its lease settles nothing', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    await drain(server, {
      send: async () => {
        await server.deps.database.writer('jobs').update({ lease_token: 'another worker' });
        return { kind: 'accepted', externalId: 'stale' };
      },
    });
    expect(await scene.message(id)).toMatchObject({ status: 'sending', externalId: null });
    expect(await scene.timeline(id)).toEqual(['queued', 'sending']);
    expect(await scene.events()).not.toContain('message.sent');
    expect(await scene.ctx.db.select('jobs')).toMatchObject([{ lease_token: 'another worker' }]);
  });

  test('two workers send each message once, those of one conversation in their order', async () => {
    const scene = await createScene(server);
    const phones = Array.from({ length: 6 }, aPhone);
    for (let round = 0; round < 4; round += 1) {
      for (const to of phones) await scene.send({ to, text: `${round}` });
    }
    const sent: { to: string; text: string | null }[] = [];
    const adapter: ChannelAdapter = {
      send: async (_ctx, { message }) => {
        sent.push({ to: message.to, text: message.text });
        return { kind: 'accepted', externalId: message.id };
      },
    };
    const workers = [createTestWorker(server, adapter), createTestWorker(server, adapter)];
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(workers.map((worker) => worker.runUntilIdle()));
    }
    expect(sent).toHaveLength(24);
    for (const to of phones) {
      const texts = sent.filter((message) => message.to === to).map((message) => message.text);
      expect(texts).toEqual(['0', '1', '2', '3']);
    }
  });

  test('a passing failure is tried again after 2 s, 8 s, 32 s, 2 min and 8 min, then given up', async () => {
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

  test('a customer who got too much at once is left in peace for longer', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const waits = await failuresOf(server, refusedWith('131056'));
    const expected = [6_000, 24_000, 96_000, 384_000, 1_536_000];
    expect(waits).toHaveLength(expected.length);
    for (const [index, wait] of waits.entries()) expectAround(wait, expected[index] ?? 0);
    expect((await scene.message(id)).error).toMatchObject({ scope: 'pair' });
  });

  test('a message in backoff holds up the later ones of its conversation, and no others', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const first = await scene.send({ to, text: 'first' });
    const second = await scene.send({ to, text: 'second' });
    const other = await scene.send();
    const adapter: ChannelAdapter = {
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

  test('canceling a message in backoff lets the later ones of its conversation go', async () => {
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
      template: { name: 'hello', language: 'en' },
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

  test('a channel sends no faster than its throttle, and nobody waits in vain', async () => {
    const scene = await createScene(server, { settings: { throttlePerSecond: 5 } });
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push((await scene.send()).id);
    const sent: number[] = [];
    const adapter: ChannelAdapter = {
      send: async (ctx, { message }) => {
        sent.push(ctx.now().getTime());
        return { kind: 'accepted', externalId: message.id };
      },
    };
    await drain(server, adapter);
    expect(sent.length).toBeGreaterThanOrEqual(5);
    expect(sent.length).toBeLessThan(12);
    const waiting = await scene.ctx.db.select('jobs');
    expect(new Set(waiting.map((job) => job.due_at)).size).toBe(waiting.length);
    await server.advance(3_000);
    await drain(server, adapter);
    expect(sent).toHaveLength(12);
  });

  test('a report that is faster than the answer is not lost', async () => {
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

  test('of an earlier attempt only good news counts', async () => {
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

  test('an error of the whole channel stops it, and a success brings it back', async () => {
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

  test('a message that is tried again has the provider’s id of its latest attempt', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    await drain(server, { send: async () => ({ kind: 'accepted', externalId: 'first' }) });
    const path = `POST /channels/${scene.channel.id}/simulate/status`;
    await scene.call(path, { messageId: id, status: 'failed', error: { providerCode: '131016' } });
    expect((await scene.call(`POST /messages/${id}/retry`)).status).toBe(202);
    await drain(server, { send: async () => ({ kind: 'accepted', externalId: 'second' }) });
    expect(await scene.message(id)).toMatchObject({
      status: 'sent',
      attempts: 2,
      externalId: 'second',
    });
  });

  test('an answer of the provider survives a passing fault of the database', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const { db } = scene.ctx;
    const blockade = { message_id: id, id: '00000003' };
    await drain(server, {
      send: async () => {
        const at = new Date().toISOString();
        // Takes the place of the next entry of the timeline, for a moment.
        const entry = { type: 'sent' as const, at, received_at: at, ignored: 0, error: null };
        await db.insert('message_events', { ...blockade, ...entry });
        setTimeout(() => void db.remove('message_events', blockade), 50);
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

  test('a message whose job fails again and again does not stay in between', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const broken: ChannelAdapter = {
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

function refusedWith(providerCode: string): SendOutcome {
  const error = whatsappErrors[providerCode];
  if (!error) throw new Error(`no such error: ${providerCode}`);
  return { kind: 'refused', providerCode, providerMessage: error.message, error };
}

/** Runs the only job until it is gone; answers how long it waited between its attempts. */
async function failuresOf(server: TestServer, outcome: SendOutcome): Promise<number[]> {
  const waits: number[] = [];
  const before = await server.deps.database.writer('jobs').first();
  for (let attempts = 0; attempts < 10; attempts += 1) {
    const startedAt = Date.now();
    await drain(server, { send: async () => outcome });
    const job = await server.deps.database
      .writer('jobs')
      .where({ position: before.position })
      .first();
    if (!job) return waits;
    waits.push(Number(job.due_at) - startedAt);
    await makeDue(server);
  }
  throw new Error('it never ends');
}

function expectAround(waitMs: number, baseMs: number): void {
  // The run itself takes a moment of its own.
  expect(waitMs).toBeGreaterThanOrEqual(baseMs * 0.8 - 5);
  expect(waitMs).toBeLessThanOrEqual(baseMs * 1.2 + 2_000);
}

/** A worker that is gone once the provider was called: its lease runs out, another one comes. */
async function dieWhileSending(server: TestServer, adapter: ChannelAdapter): Promise<void> {
  const { system } = server.deps;
  await new Promise<void>((resolve) => {
    const dying: ChannelAdapter = {
      send: async (ctx, request) => {
        await adapter.send(ctx, request);
        resolve();
        return new Promise(() => {});
      },
    };
    void createTestWorker(server, dying).runUntilIdle();
  });
  await server.deps.database.writer('jobs').update({ lease_until: 1 });
  await system.sweepLeases();
}
