import type { Conversation, Ticket } from '@parley/contract/schemas';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createScene, drain, forgetJobs, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { storeConversation, timeOf } from '../../test/stored-conversations.ts';
import { SystemDb } from '../db/system-db.ts';
import { TenantDb } from '../db/tenant-db.ts';
import { jobsTable } from '../jobs/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { closeIfIdle, closeOldest } from './idle.ts';

const hourMs = 3_600_000;

describe.each(targets)('idle conversations on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(async () => {
    vi.restoreAllMocks();
    await forgetJobs(server);
  });

  test('a message that arrives before its conversation is closed keeps it open', async () => {
    const scene = await createScene(server);
    const { message } = await scene.receive();
    const close = () =>
      inTransaction(scene.ctx, (ctx) => closeIfIdle(ctx, message.conversationId, 2));
    await server.advance(2 * hourMs);
    await scene.receive({ from: message.from });
    await close();
    expect((await scene.conversation(message.conversationId)).status).toBe('open');
    await server.advance(2 * hourMs);
    await close();
    await close();
    expect((await scene.conversation(message.conversationId)).status).toBe('closed');
    expect((await scene.events()).slice(-2)).toEqual([
      'message.received',
      'conversation.status_changed',
    ]);
  });

  test('messages that arrive while conversations are closed leave all of them open', async () => {
    const scene = await createScene(server);
    const received = [];
    for (let count = 0; count < 8; count += 1) received.push((await scene.receive()).message);
    await server.advance(2 * hourMs);
    await Promise.all([
      closeOldest(scene.ctx, 2, inTransaction),
      ...received.map(async ({ from }) => await scene.receive({ from })),
    ]);
    const { json } = await scene.call<{ data: Conversation[] }>('GET /conversations');
    expect(json.data.map(({ status, unreadCount }) => [status, unreadCount])).toEqual(
      received.map(() => ['open', 2]),
    );
  });

  test('however often the settings change, one job looks for idle conversations, and one for solved tickets', async () => {
    const scene = await createScene(server);
    const waiting = async () =>
      await scene.ctx.db.select(jobsTable).where({ name: 'close-idle', status: 'ready' });
    const set = async (hours: number | null) => {
      const settings = { conversationAutoCloseHours: hours, ticketAutoCloseHours: hours };
      await scene.call('PATCH /tenants/current', { settings });
    };
    for (const hours of [24, 48, 24]) await set(hours);
    expect(await waiting()).toHaveLength(6);
    await drain(server);
    expect(await waiting()).toHaveLength(2);
    await set(null);
    await server.advance(24 * hourMs + 1);
    await drain(server);
    expect(await waiting()).toEqual([]);
  });

  test('the first solved tickets of a tenant begin one series of jobs', async () => {
    const scene = await createScene(server);
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () => (await scene.call<Ticket>('POST /tickets', { subject: 'A' })).json.id,
      ),
    );
    const solved = { status: 'solved' };
    await Promise.all(ids.map((id) => scene.call(`PATCH /tickets/${id}`, solved)));
    const series = scene.ctx.db.select(jobsTable).where({ name: 'close-idle' });
    expect(await series).toHaveLength(1);
  });

  test.each(['conversation', 'ticket'] as const)(
    'no %s closes after its tenant has switched off the setting, even while a job closes some',
    async (kind) => {
      const scene = await createScene(server);
      const set = async (hours: number | null) =>
        await scene.call('PATCH /tenants/current', {
          settings: { [`${kind}AutoCloseHours`]: hours },
        });
      await set(1);
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        if (kind === 'conversation') ids.push((await scene.receive()).message.conversationId);
        else {
          const { json } = await scene.call<Ticket>('POST /tickets', { subject: 'A' });
          await scene.call(`PATCH /tickets/${json.id}`, { status: 'solved' });
          ids.push(json.id);
        }
      }
      await drain(server);
      await server.advance(hourMs + 1);
      const { transaction } = TenantDb.prototype;
      vi.spyOn(TenantDb.prototype, 'transaction')
        .mockImplementationOnce(transaction)
        .mockImplementationOnce(async function <T>(
          this: TenantDb,
          work: (db: TenantDb) => Promise<T>,
        ) {
          await set(null);
          return (await transaction.call(this, work)) as T;
        });
      await drain(server);
      const statuses = ids.map(
        async (id) => (await scene.call<Conversation | Ticket>(`GET /${kind}s/${id}`)).json.status,
      );
      const unclosed = kind === 'conversation' ? 'open' : 'solved';
      expect(await Promise.all(statuses)).toEqual(['closed', unclosed, unclosed]);
    },
  );

  test('one job closes at most 100 conversations, those without a change for longest first', async () => {
    const { database } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    await createTenant(ctx, { name: 'Test' });
    if (target === 'SQLite') await database.writer.raw('pragma foreign_keys = off');
    else await database.writer.raw('alter table conversations disable trigger all');
    for (let n = 0; n < 103; n += 1) await storeConversation(ctx, ctx.db, n, {});
    const nowMs = Date.parse(timeOf(101)) + hourMs;
    const at = { ...ctx, now: () => new Date(nowMs) };
    expect(await closeOldest(at, 1, inTransaction)).toBe(nowMs);
    expect(await closeOldest(at, 1, inTransaction)).toBe(nowMs + 60_000);
  });
});
