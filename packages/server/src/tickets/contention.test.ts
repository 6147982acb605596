import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Contact,
  Conversation,
  Message,
  Ticket,
  TicketComment,
  TicketHistoryEntry,
} from '@parley/contract/schemas';
import { afterAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import type { TestServer } from '../../test/start-server.ts';

const writers = 50;

describe.each(targets)('fifty writers on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  // Transactions that lose a deadlock run again and answer a second later, so the requests do not show it. Runs before
  // the server closes.
  afterAll(async () => {
    if (target === 'Postgres') expect(await deadlocksOf(server)).toBe(0);
  });

  test('take the numbers of one tenant without a gap, while the customer writes', async () => {
    const { call, receive } = await createScene(server);
    const { message } = await receive();
    const { conversationId, from } = message;
    const create = async (n: number) => {
      // Every fifth has an ID that is taken: its number goes to another ticket.
      const externalId = n % 5 === 0 ? 'taken' : `own-${n}`;
      const body = { subject: `Ticket ${n}`, conversationId, externalId };
      const { status, json } = await call<Ticket>('POST /tickets', body);
      if (n % 10 === 0) await receive({ from });
      return { status, number: json.number };
    };
    const made = await Promise.all(Array.from({ length: writers }, (_, n) => create(n)));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const numbers = made.flatMap(({ status, number }) => (status === 201 ? [number] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, n) => n + 1));
  });

  test('change one ticket without losing a change', async () => {
    const { call } = await createScene(server);
    const { json: ticket } = await call<Ticket>('POST /tickets', { subject: 'Help' });
    const priorities = ['low', 'normal', 'high', 'urgent'];
    const change = async (n: number) => {
      const body = { metadata: { [`k${n % 20}`]: n }, priority: priorities[n % 4] };
      const { status } = await call(`PATCH /tickets/${ticket.id}`, body);
      expect(status).toBe(200);
    };
    await Promise.all(Array.from({ length: writers }, (_, n) => change(n)));
    const { json: after } = await call<Ticket>(`GET /tickets/${ticket.id}`);
    expect(Object.keys(after.metadata)).toHaveLength(20);
    const { json } = await call<{ data: TicketHistoryEntry[] }>(
      `GET /tickets/${ticket.id}/history?field=priority&limit=100`,
    );
    const values = ['normal', ...json.data.map(({ to }) => to)];
    expect(json.data.map(({ from }) => from)).toEqual(values.slice(0, -1));
    expect(values.at(-1)).toBe(after.priority);
  });

  test('change one contact and its conversation while it writes, and no change or message is lost', async () => {
    const { call, receive } = await createScene(server);
    const { contactId, conversationId, from } = (await receive()).message;
    const act = async (n: number) => {
      if (n % 5 === 0) return void (await receive({ from }));
      const body = n % 5 === 1 ? { tags: [`tag ${n}`] } : { metadata: { [`k${n}`]: n } };
      const path = {
        1: `POST /contacts/${contactId}/tags`,
        2: `PATCH /contacts/${contactId}`,
      }[n % 5];
      const { status } = await call(path ?? `PATCH /conversations/${conversationId}`, body);
      expect(status).toBe(200);
    };
    await Promise.all(Array.from({ length: writers }, (_, n) => act(n)));
    const { json: contact } = await call<Contact>(`GET /contacts/${contactId}`);
    expect(contact.tags).toHaveLength(10);
    expect(Object.keys(contact.metadata)).toHaveLength(10);
    const { json: after } = await call<Conversation>(`GET /conversations/${conversationId}`);
    expect(Object.keys(after.metadata)).toHaveLength(20);
    expect(after).toMatchObject({ messageCount: 11, unreadCount: 11 });
  });

  test('comment on one ticket while its customer writes, and no comment or message is lost', async () => {
    const { call, receive } = await createScene(server);
    const { conversationId, from } = (await receive()).message;
    const { json: ticket } = await call<Ticket>('POST /tickets', {
      subject: 'Help',
      conversationId,
    });
    const act = async (n: number) => {
      if (n % 5 === 0) return await receive({ from });
      if (n % 5 === 1) {
        const { status } = await call(`PATCH /tickets/${ticket.id}`, { status: 'pending' });
        return expect(status).toBe(200);
      }
      const body = { body: `Comment ${n}`, visibility: 'public', deliver: n % 2 === 0 };
      const { status } = await call(`POST /tickets/${ticket.id}/comments`, body);
      return expect(status).toBe(201);
    };
    await Promise.all(Array.from({ length: writers }, (_, n) => act(n)));
    const { json: after } = await call<Ticket>(`GET /tickets/${ticket.id}`);
    expect(after.commentCount).toBe(30);
    const pathOf = (what: string) => `${what}?limit=100`;
    const { json: comments } = await call<{ data: TicketComment[] }>(
      pathOf(`GET /tickets/${ticket.id}/comments`),
    );
    const { json: messages } = await call<{ data: Message[] }>(
      pathOf(`GET /conversations/${conversationId}/messages`),
    );
    const sent = comments.data.flatMap(({ messageId }) => messageId ?? []);
    const outbound = messages.data.filter(({ direction }) => direction === 'outbound');
    expect(outbound.map(({ id }) => id).sort()).toEqual(sent.sort());
    expect(sent).toHaveLength(15);
    expect(messages.data).toHaveLength(1 + 10 + 15);
    const { json: history } = await call<{ data: TicketHistoryEntry[] }>(
      pathOf(`GET /tickets/${ticket.id}/history`),
    );
    const values = [null, ...history.data.map(({ to }) => to)];
    expect(history.data.map((entry) => entry.from)).toEqual(values.slice(0, -1));
    expect(values.at(-1)).toBe(after.status);
  });
});

/**
 * Counts deadlocks. Waits first, because Postgres connections report their counters up to a second after they are idle.
 */
async function deadlocksOf({ deps }: TestServer): Promise<number> {
  await sleep(1_100);
  const sql = 'select deadlocks from pg_stat_database where datname = current_database()';
  const { rows } = await deps.database.writer.raw<{ rows: { deadlocks: string }[] }>(sql);
  return Number(rows[0]?.deadlocks);
}
