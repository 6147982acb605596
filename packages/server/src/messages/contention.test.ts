import type { SimulatedInbound } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, drain, makeDue, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';
import { conversationsTable } from '../conversations/table.ts';
import { messagesTable } from './table.ts';

describe.each(targets)('concurrent operations on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('concurrent sends, receives, deliveries and updates of the same customers lose nothing', async () => {
    const scene = await createScene(server, {
      type: 'instagram',
      settings: { throttlePerSecond: 1_000 },
    });
    const addresses = Array.from({ length: 4 }, () => aPhone());
    const statuses: number[] = [];
    const note = async <Answer extends { status: number }>(call: Promise<Answer>) => {
      const answer = await call;
      statuses.push(answer.status);
      return answer;
    };
    const receive = async (from: string | undefined) => {
      const path = `/channels/${scene.channel.id}/simulate/inbound`;
      const body = { type: 'text', from, text: 'Hi' };
      const { json } = await note(scene.call<SimulatedInbound>(`POST ${path}`, body));
      const { conversationId, contactId } = json.message;
      await note(
        scene.call(`PATCH /conversations/${conversationId}`, { subject: json.message.id }),
      );
      await note(scene.call(`PATCH /contacts/${contactId}`, { name: json.message.id }));
    };
    const send = (to: string | undefined, index: number) =>
      note(
        scene.call(
          'POST /messages',
          { channelId: scene.channel.id, to, type: 'text', text: 'Hello' },
          { 'idempotency-key': `k${index}` },
        ),
      );
    let next = 0;
    const lane = async () => {
      for (let index = next++; index < 160; index = next++) {
        const address = addresses[index % addresses.length];
        if (index % 4 === 0) await receive(address);
        else await send(address, index);
      }
    };
    const deliver = async () => {
      while (next < 160) await drain(server);
    };
    await Promise.all([...Array.from({ length: 16 }, lane), deliver(), deliver()]);
    await makeDue(server);
    await drain(server);

    expect(new Set(statuses)).toEqual(new Set([200, 202]));
    const { db } = scene.ctx;
    const messages = await db.select(messagesTable);
    expect(messages).toHaveLength(160);
    const sent = messages.filter((message) => message.direction === 'outbound');
    expect(new Set(sent.map((message) => `${message.status} ${message.attempts}`))).toEqual(
      new Set(['read 1']),
    );
    const conversations = await db.select(conversationsTable);
    expect(conversations).toHaveLength(addresses.length);
    for (const conversation of conversations) {
      const own = messages.filter((message) => message.conversation_id === conversation.id);
      const received = own.filter((message) => message.direction === 'inbound');
      expect(conversation).toMatchObject({
        message_count: own.length,
        unread_count: received.length,
      });
    }
    expect(await scene.events()).toContain('message.read');
    if (target === 'Postgres') expect(await deadlocksOf(server)).toBe(0);
  });
});

async function deadlocksOf({ deps }: TestServer): Promise<number> {
  const [row] = await deps.database
    .writer('pg_stat_database')
    .whereRaw('datname = current_database()')
    .select('deadlocks');
  return Number(row.deadlocks);
}
