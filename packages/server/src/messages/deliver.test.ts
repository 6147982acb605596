import type { Contact } from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import {
  aPhone,
  createScene,
  createTestWorker,
  drain,
  forgetJobs,
  sandbox,
  startQuiet,
} from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import type { MessageSender } from '../channels/adapters/adapter.ts';
import { sweepLeases } from '../jobs/statements/hold-leases.ts';
import { jobsTable } from '../jobs/table.ts';

describe.each(targets)('delivering messages on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => forgetJobs(server));

  test('a message passes through its statuses, with one event each', async () => {
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

  test('a message counts once in its window, whatever the number of reports', async () => {
    const scene = await createScene(server, { type: 'tiktok' });
    const { message } = await scene.receive({ from: 'tt-window' });
    await scene.send({ to: 'tt-window' });
    await scene.send({ to: 'tt-window' });
    await drain(server);
    const { window } = await scene.conversation(message.conversationId);
    const contact = await scene.call<Contact>(`GET /contacts/${message.contactId}`);
    expect([window.remaining, contact.json.identities[0]?.window.remaining]).toEqual([8, 8]);
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

  test('after a crash between the provider call and its commit, nothing is sent twice', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const calls: number[] = [];
    const adapter: MessageSender = {
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

  test('a status report resolves a message with an unknown outcome', async () => {
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
    expect(await scene.ctx.db.select(jobsTable)).toEqual([]);
  });

  test('a worker that lost its lease cannot record an outcome', async () => {
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
    expect(await scene.ctx.db.select(jobsTable)).toMatchObject([{ lease_token: 'another worker' }]);
  });

  test('a message in flight when its worker stops is not sent by another worker', async () => {
    const scene = await createScene(server);
    const { open: called, opened: calling } = aGate();
    let answer: (outcome: SendOutcome) => void = () => {};
    const slow = new Promise<SendOutcome>((resolve) => {
      answer = resolve;
    });
    const worker = createTestWorker(server, {
      send: () => {
        called();
        return slow;
      },
    });
    const { id } = await scene.send();
    worker.start();
    await calling;
    await worker.stop(1);
    let sent = 0;
    const other: MessageSender = {
      send: async (ctx, request) => {
        sent += 1;
        return await sandbox.send(ctx, request);
      },
    };
    await drain(server, other);
    const [job] = await scene.ctx.db.select(jobsTable);
    expect([job?.status, (job?.due_at ?? 0) > Date.now()]).toEqual(['ready', true]);
    expect(await scene.message(id)).toMatchObject({ status: 'sending', attempts: 1 });
    answer({ kind: 'accepted', externalId: 'late' });
    await server.advance(61_000);
    await drain(server, other);
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { reason: 'unknown_outcome' },
    });
    expect(sent).toBe(0);
  });

  test('two workers send each message once, in order per conversation', async () => {
    const scene = await createScene(server);
    const phones = Array.from({ length: 6 }, aPhone);
    for (let round = 0; round < 4; round += 1) {
      for (const to of phones) await scene.send({ to, text: `${round}` });
    }
    const sent: { to: string; text: string | null }[] = [];
    const adapter: MessageSender = {
      send: async (_ctx, { message }) => {
        sent.push({ to: message.to, text: message.text });
        return { kind: 'accepted', externalId: message.id };
      },
    };
    const workers = [createTestWorker(server, adapter), createTestWorker(server, adapter)];
    // More than the burst of the channel, so the last ones wait for its rate.
    const sentSoFar = async () => {
      await Promise.all(workers.map((worker) => worker.runUntilIdle()));
      return sent.length;
    };
    await expect.poll(sentSoFar).toBe(24);
    expect(await sentSoFar()).toBe(24);
    for (const to of phones) {
      const texts = sent.filter((message) => message.to === to).map((message) => message.text);
      expect(texts).toEqual(['0', '1', '2', '3']);
    }
  });
});

/** Simulates a worker that stops after it called the provider: its lease expires, and another worker continues. */
async function dieWhileSending(server: TestServer, adapter: MessageSender): Promise<void> {
  const { system } = server.deps;
  await new Promise<void>((resolve) => {
    const dying: MessageSender = {
      send: async (ctx, request) => {
        await adapter.send(ctx, request);
        resolve();
        return new Promise(() => {});
      },
    };
    void createTestWorker(server, dying).runUntilIdle();
  });
  await server.deps.database.writer('jobs').update({ lease_until: 1 });
  await system.run(sweepLeases, null);
}
