import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { databaseOfTests, openAt, targets } from '../../test/databases.ts';
import { SystemDb } from '../db/system-db.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { recordEvent } from './service.ts';
import { eventsTable } from './table.ts';

describe.each(targets)('the event log on %s', (target) => {
  const shared = databaseOfTests(target);

  test('the sequence is 1, 2, 3 … per tenant, in commit order, without a gap', async () => {
    const { database, place } = shared;
    const first = new SystemDb(database);
    const second = new SystemDb(openAt(place));
    const a = contextFor(first);
    const others = [a, contextFor(second, a.db.tenantId), contextFor(first)];
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => record(others[n % 3] ?? a, n, { fail: n % 7 === 0 })),
    );
    for (const ctx of [a, others[2] ?? a]) {
      const events = await ctx.db.select(eventsTable).orderBy('sequence');
      expect(events.length).toBeGreaterThan(10);
      expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    }
  });

  test('events of one transaction keep the order in which they were recorded', async () => {
    const ctx = contextFor(new SystemDb(shared.database));
    await inTransaction(ctx, async (ctx) => {
      await inTransaction(ctx, async (ctx) => event(ctx, 'conversation.created'));
      event(ctx, 'message.received');
      event(ctx, 'conversation.updated');
    });
    const events = await ctx.db.select(eventsTable).orderBy('sequence');
    expect(events.map(({ type }) => type)).toEqual([
      'conversation.created',
      'message.received',
      'conversation.updated',
    ]);
  });

  test('does not record an event of a failed savepoint', async () => {
    const ctx = contextFor(new SystemDb(shared.database));
    await inTransaction(ctx, async (ctx) => {
      event(ctx, 'message.sent');
      const nested = inSavepoint(ctx, async (ctx) => {
        event(ctx, 'message.failed');
        throw new Error('nested');
      });
      await expect(nested).rejects.toThrow('nested');
    });
    expect((await ctx.db.select(eventsTable)).map(({ type }) => type)).toEqual(['message.sent']);
  });

  test('refuses an event outside a transaction', async () => {
    const ctx = contextFor(new SystemDb(shared.database));
    expect(() => event(ctx, 'message.sent')).toThrow('transaction of its cause');
  });
});

function event(ctx: TenantContext, type: Parameters<typeof recordEvent>[1]): void {
  recordEvent(ctx, type, { object: { id: 'msg_1' } });
}

async function record(ctx: TenantContext, n: number, { fail }: { fail: boolean }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (let count = 0; count <= n % 3; count += 1) event(ctx, 'message.sent');
    if (fail) throw new Error('fails after recording');
  });
}
