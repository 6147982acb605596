import type { Message } from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { startServer, type TestServer } from '../../test/start-server.ts';
import type { ChannelAdapter, SendOutcome } from '../channels/adapters/adapter.ts';
import type { Deps } from '../deps.ts';
import { createWorker } from '../jobs/create-worker.ts';

const accepted: SendOutcome = { kind: 'accepted', externalId: 'provider-1' };
const minuteMs = 60_000;

describe.each(targets)('delivery on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(target);
    await server.pause();
  });
  afterAll(() => server.close());

  test('a message is marked as sending, for everybody to see, before the provider gets it', async () => {
    const { apiKey, id, read } = await queueMessage(server);
    const seen: unknown[] = [];
    const worker = workerWith(server.deps, async (ctx, { message, attempt }) => {
      if (message.id !== id) return accepted;
      const row = await ctx.db.select('messages').where({ id }).first();
      seen.push({ attempt, status: row?.status, attempts: row?.attempts });
      seen.push(await overHttp(server, apiKey, id));
      return accepted;
    });
    worker.start();
    await until(async () => (await read()).status === 'sent');
    await worker.stop(0);
    expect(seen).toEqual([
      { attempt: 1, status: 'sending', attempts: 1 },
      { status: 'sending', attempts: 1 },
    ]);
  });

  test('a message whose worker died while it was sending is not sent again', async () => {
    const { id, read } = await queueMessage(server);
    let answer: (outcome: SendOutcome) => void = () => {};
    let sends = 0;
    const dying = workerWith(server.deps, async (_ctx, { message }) => {
      if (message.id !== id) return accepted;
      sends += 1;
      return await new Promise((resolve) => {
        answer = resolve;
      });
    });
    const heir = workerWith(server.deps, async (_ctx, { message }) => {
      if (message.id === id) sends += 1;
      return accepted;
    });
    dying.start();
    await until(async () => sends === 1);

    await server.deps.database.writer('jobs').update({ lease_until: 1 });
    await heir.sweep();
    heir.start();
    await until(() => isPutOff(server, id));
    expect(await read()).toMatchObject({ status: 'sending', attempts: 1 });

    // The first worker was only slow. Its lease is another's by now, so its answer changes nothing.
    answer(accepted);
    await dying.stop(1_000);
    expect(await read()).toMatchObject({ status: 'sending', externalId: null });

    await server.advance(minuteMs + 1_000);
    await until(async () => {
      heir.wake();
      return (await read()).status === 'failed';
    });
    await heir.stop(0);
    expect(await read()).toMatchObject({
      attempts: 1,
      error: { code: 'SVC-PROVIDER-ERROR', reason: 'unknown_outcome', retryable: true },
    });
    expect(sends).toBe(1);
  });

  test('many messages and four workers make one send for each', async () => {
    const { tenantId, queue } = await queueMessage(server);
    await queue(40);
    const sends = new Map<string, number>();
    const workers = Array.from({ length: 4 }, () =>
      workerWith(server.deps, async (_ctx, { message }) => {
        sends.set(message.id, (sends.get(message.id) ?? 0) + 1);
        return { kind: 'accepted', externalId: `provider-${message.id}` };
      }),
    );
    for (const worker of workers) worker.start();
    const ctx = server.contextOf(tenantId);
    await until(async () => {
      const rows = await ctx.db.select('messages');
      return rows.every((row) => row.status === 'sent');
    });
    for (const worker of workers) await worker.stop(1_000);
    expect(sends.size).toBe(41);
    expect([...sends.values()].every((count) => count === 1)).toBe(true);
  });
});

function workerWith(deps: Deps, send: ChannelAdapter['send']) {
  return createWorker({ ...deps, adapters: { sandbox: { send } } });
}

/** A tenant with one queued message, and how to read it or queue more. */
async function queueMessage(server: TestServer) {
  const { apiKey, tenantId } = await server.createTenant();
  const post = async <Body>(path: string, body: unknown) => {
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as Body;
  };
  const channel = await post<{ id: string }>('/channels', {
    name: 'Shop',
    type: 'whatsapp',
    provider: 'sandbox',
  });
  const send = (index: number) =>
    post<Message>('/messages', {
      channelId: channel.id,
      to: `55119${String(10_000_000 + index)}`,
      type: 'text',
      text: 'Hello',
    });
  const { id } = await send(0);
  const read = async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/messages/${id}`, {
      headers: { 'x-api-key': apiKey },
    });
    return (await response.json()) as Message;
  };
  const queue = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index + 1)));
  return { apiKey, tenantId, id, read, queue };
}

async function overHttp(server: TestServer, apiKey: string, id: string) {
  const response = await fetch(`${server.baseUrl}/api/v1/messages/${id}`, {
    headers: { 'x-api-key': apiKey },
  });
  const { status, attempts } = (await response.json()) as Message;
  return { status, attempts };
}

/** Whether a worker has looked at the message's job and put it off. */
async function isPutOff(server: TestServer, messageId: string): Promise<boolean> {
  const rows: { payload: string; status: string; due_at: number }[] = await server.deps.database
    .writer('jobs')
    .where('name', 'deliver-message');
  const job = rows.find((row) => row.payload.includes(messageId));
  return job?.status === 'ready' && Number(job.due_at) > Date.now() + minuteMs / 2;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error('not so within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
