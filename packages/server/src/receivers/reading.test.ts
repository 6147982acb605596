import { describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createLine, startReceiving } from '../../test/receiving-scene.ts';
import { drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { channels } from '../channels/service.ts';
import { readRows } from '../db/row-statements.ts';
import type { Sqlite } from '../db/statement.ts';
import { messagesTable } from '../messages/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { takeRead } from './reports.ts';

const unread = 450;

describe.each(targets)('the reading of a customer on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  async function aLine() {
    const line = await createLine(server, 'instagram');
    const eventOf = (customer: string, message: object, isEcho: boolean) => {
      const [sender, recipient] = isEcho
        ? [line.externalId, customer]
        : [customer, line.externalId];
      const people = { sender: { id: sender }, recipient: { id: recipient } };
      const messaging = [{ ...people, timestamp: Date.now() - 5_000, ...message }];
      return { object: 'instagram', entry: [{ id: line.externalId, time: Date.now(), messaging }] };
    };
    const customers = ['17841400000000001', '17841400000000002'];
    for (const [place, customer] of customers.entries()) {
      await line.take(
        eventOf(customer, { message: { mid: `in.${place}`, text: 'Hello' } }, false),
        eventOf(
          customer,
          { message: { mid: `out.${place}`, text: 'Answer', is_echo: true } },
          true,
        ),
      );
    }
    const sent = await line.ctx.db.select(messagesTable).where({ direction: 'outbound' });
    await line.ctx.db.transaction(async (db) => {
      for (const row of sent) {
        for (let n = 1; n < unread; n += 1) {
          const id = line.ctx.newId('msg');
          await db.insert(messagesTable, { ...row, id, external_id: `${row.external_id}.${n}` });
        }
      }
    });
    const [customer = ''] = customers;
    const read = { read: { mid: 'out.0' }, timestamp: Date.now() };
    const statuses = async () => {
      const rows = await line.ctx.db.select(messagesTable).where({ direction: 'outbound' });
      const of = (to: string) => rows.filter(({ to_address }) => to_address === to);
      const isRead = (rows: readonly { status: string }[]) =>
        rows.filter(({ status }) => status === 'read').length;
      return customers.map((to) => isRead(of(to)));
    };
    return { line, customer, statuses, body: eventOf(customer, read, false) };
  }

  test('marks 200 messages in one transaction, and all of them in the end', async () => {
    const { line, customer, statuses, body } = await aLine();
    const channel = await channels.get(line.ctx, line.channel.id);
    const item = { kind: 'read', by: customer, externalId: undefined } as const;
    const at = new Date().toISOString();
    expect(await inTransaction(line.ctx, (ctx) => takeRead(ctx, channel, item, at))).toBe(true);
    expect(await statuses()).toEqual([200, 0]);
    await line.take(body);
    expect(await statuses()).toEqual([unread, 0]);
    await drain(server);
    expect(await inTransaction(line.ctx, (ctx) => takeRead(ctx, channel, item, at))).toBe(false);
    expect(await line.failures()).toEqual([]);
  });

  // Only SQLite shows its plan without statistics of the table.
  const ofSqlite = target === 'SQLite' ? test : undefined;
  ofSqlite?.('finds them by the index of their conversation', async () => {
    const { line, body } = await aLine();
    const plans: string[] = [];
    const read = readRows.sqlite;
    vi.spyOn(readRows, 'sqlite').mockImplementation((db: Sqlite, call) => {
      const { text, values } = call.input;
      if (text.includes('from messages') && text.includes('to_address = ')) {
        const steps = db.prepare(`explain query plan ${text}`).all(call.tenantId, ...values);
        const details = (steps as { detail: string }[]).map(({ detail }) => detail);
        plans.push(...details.filter((detail) => / messages\b/.test(detail)));
      }
      return read(db, call);
    });
    await line.take(body);
    vi.restoreAllMocks();
    expect(plans.length).toBeGreaterThan(1);
    for (const plan of plans) {
      expect(plan).toMatch(
        /^SEARCH messages USING INDEX messages_of_conversation \(tenant_id=\? AND conversation_id=\?/,
      );
    }
  });
});
