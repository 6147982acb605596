import type { Message } from '@parley/contract/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import { openAt, targets } from '../../test/databases.ts';
import { aPhone, createScene, forgetJobs, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contactsTable, identitiesTable } from '../contacts/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { SystemDb } from '../db/system-db.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import { jobsTable } from '../jobs/table.ts';
import { sendMessage } from './send.ts';
import { messagesTable } from './table.ts';

describe.each(targets)('sending messages on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => forgetJobs(server));

  const sendTo = (scene: Scene, to: string, headers: Record<string, string> = {}, text = 'Hello') =>
    scene.call<Message>(
      'POST /messages',
      { channelId: scene.channel.id, to, type: 'text', text },
      headers,
    );

  test.each(['new', 'known'])(
    '50 duplicates to a %s recipient create one message with its job, and get equal responses',
    async (recipient) => {
      const scene = await createScene(server);
      const to = aPhone();
      if (recipient === 'known') await scene.send({ to });
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => sendTo(scene, to, { 'idempotency-key': 'order-1' })),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
      expect(new Set(answers.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
      const location = `/api/v1/messages/${answers[0]?.json.id}`;
      expect(new Set(answers.map((answer) => answer.headers.get('location')))).toEqual(
        new Set([location]),
      );
      const known = recipient === 'known' ? 1 : 0;
      const { db } = scene.ctx;
      expect(await db.select(messagesTable)).toHaveLength(1 + known);
      expect(await db.select(jobsTable)).toHaveLength(1 + known);
      expect(await db.select(idempotencyRecordsTable)).toHaveLength(1);
      expect(await db.select(contactsTable)).toHaveLength(1);
      expect(await db.select(conversationsTable)).toMatchObject([{ message_count: 1 + known }]);
    },
  );

  test('refuses one of two bodies that come with the same Idempotency-Key at once', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const answers = await Promise.all(
      ['one', 'two'].map((text) => sendTo(scene, to, { 'idempotency-key': 'k' }, text)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422]);
  });

  test('a refused message leaves no records and frees its Idempotency-Key', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const keyed = { 'idempotency-key': 'k' };
    expect((await sendTo(scene, to, keyed, 'x'.repeat(4_097))).status).toBe(422);
    await scene.call(`POST /channels/${scene.channel.id}/disable`);
    expect((await sendTo(scene, to, keyed)).status).toBe(409);
    const { db } = scene.ctx;
    for (const table of [messagesTable, jobsTable, idempotencyRecordsTable, contactsTable]) {
      expect(await db.select<object>(table), table.name).toEqual([]);
    }
    await scene.call(`POST /channels/${scene.channel.id}/enable`);
    expect((await sendTo(scene, to, keyed)).status).toBe(202);
  });

  test('concurrent first messages to a customer create one contact and one conversation', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendTo(scene, to)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 202));
    const { db } = scene.ctx;
    expect(await db.select(contactsTable)).toHaveLength(1);
    expect(await db.select(identitiesTable)).toHaveLength(1);
    expect(await db.select(conversationsTable)).toMatchObject([{ message_count: 20 }]);
    expect(await scene.events()).toEqual(['contact.created', 'conversation.created']);
  });

  test('two processes that send to the same new customers create one contact each', async () => {
    const scene = await createScene(server);
    const { dataDir, databaseUrl } = server.deps.config;
    const elsewhere = openAt({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) });
    const there = { ...scene.ctx, db: new SystemDb(elsewhere).forTenant(scene.ctx.db.tenantId) };
    const phones = Array.from({ length: 8 }, () => aPhone());
    const body = { channelId: scene.channel.id, type: 'text', text: 'Hello' } as const;
    await Promise.all([
      // Written otherwise there: in one process, equal recipients wait for each other.
      ...phones.map((to) => sendMessage(scene.ctx, { ...body, to })),
      ...phones.toReversed().map((to) => sendMessage(there, { ...body, to: `+${to}` })),
    ]);
    const { db } = scene.ctx;
    expect(await db.select(contactsTable)).toHaveLength(8);
    expect(await db.select(identitiesTable)).toHaveLength(8);
    const counts = (await db.select(conversationsTable)).map((row) => row.message_count);
    expect(counts).toEqual(phones.map(() => 2));
    const created = phones.flatMap(() => ['contact.created', 'conversation.created']);
    expect((await scene.events()).sort()).toEqual(created.sort());
  });

  test('concurrent messages to many customers, some refused, get their own responses', async () => {
    const scene = await createScene(server);
    const phones = Array.from({ length: 10 }, () => aPhone());
    for (const to of phones) await scene.send({ to });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const text = index % 6 === 5 ? 'x'.repeat(5_000) : `${index}`;
        return sendTo(scene, phones[index % 10] ?? '', { 'idempotency-key': `k${index}` }, text);
      }),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer.status).toBe(index % 6 === 5 ? 422 : 202);
      if (answer.status === 202) {
        expect(answer.json).toMatchObject({ text: `${index}`, to: phones[index % 10] });
      }
    }
    const conversations = await scene.ctx.db.select(conversationsTable);
    const counts = conversations.map((row) => row.message_count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10 + 50);
    expect(await scene.ctx.db.select(messagesTable)).toHaveLength(60);
  });

  test('concurrent sends never exceed the ten initial messages of TikTok on a strict channel', async () => {
    const settings = { windowEnforcement: 'strict' } as const;
    const scene = await createScene(server, { type: 'tiktok', settings });
    const from = `conversation-${aPhone()}`;
    await scene.receive({ from });
    const answers = await Promise.all(Array.from({ length: 25 }, () => sendTo(scene, from)));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(10);
    const [refused] = answers.filter((answer) => answer.status !== 202);
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { code: 'SVC-WINDOW-CLOSED', details: { reason: 'quota' } } },
    });
  });

  test('a message to an earlier conversation stays in that conversation', async () => {
    const scene = await createScene(server, { settings: { threading: 'new_after_close' } });
    const { message: first } = await scene.receive();
    await scene.call(`PATCH /conversations/${first.conversationId}`, { status: 'closed' });
    const { message: second } = await scene.receive({ from: first.from });
    expect(second.conversationId).not.toBe(first.conversationId);
    const path = `/conversations/${first.conversationId}/messages`;
    const answer = await scene.call<Message>(`POST ${path}`, {
      type: 'text',
      text: 'To the old one',
    });
    expect(answer.json.conversationId).toBe(first.conversationId);
    const direct = await scene.send({ to: first.from });
    expect(direct.conversationId).toBe(second.conversationId);
  });

  test('a contact created at the same time as the first message is used for it', async () => {
    const scene = await createScene(server);
    const phones = Array.from({ length: 10 }, () => aPhone());
    const answers = await Promise.all(
      phones.flatMap((to) => [
        scene.call('POST /contacts', { phone: `+${to}` }),
        sendTo(scene, to),
        scene.receive({ from: to }),
      ]),
    );
    const failed = answers.filter((answer) => 'status' in answer && answer.status >= 500);
    expect(failed).toEqual([]);
    expect(await scene.ctx.db.select(contactsTable)).toHaveLength(10);
    expect(await scene.ctx.db.select(conversationsTable)).toHaveLength(10);
  });

  test('messages to a phone number belong to the contact with that number', async () => {
    const scene = await createScene(server);
    const to = aPhone();
    const { json } = await scene.call<{ id: string }>('POST /contacts', {
      name: 'Ana',
      phone: `+${to}`,
    });
    const sent = await scene.send({ to });
    expect(sent.contactId).toBe(json.id);
    expect((await scene.conversation(sent.conversationId)).contact).toMatchObject({ name: 'Ana' });
  });
});
