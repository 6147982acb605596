import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, openAt, type Target, targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { userRow } from '../../test/user-row.ts';
import { recordEvent } from '../events/service.ts';
import { eventsTable } from '../events/table.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { usersTable } from '../users/table.ts';
import type { Database } from './database.ts';
import { RunAgainError } from './failures.ts';
import type { Sqlite } from './statement.ts';
import { SystemDb } from './system-db.ts';

const many = 30;
const taken = async () => new Error('taken');

describe.each(targets)('concurrent transactions on %s', (target) => {
  test('that only write share a commit and resolve after it', async () => {
    const { ctx, other, database } = await setUp(target);
    const commits = await countCommits(target, database, ctx);
    await Promise.all(
      numbers(many).map(async (n) => {
        const row = userRow(`${n}@example.com`);
        await inTransaction(ctx, async (ctx) => ctx.db.insert(usersTable, row));
        expect(await other.db.select(usersTable).where({ id: row.id })).toHaveLength(1);
      }),
    );
    expect(await commits()).toBeLessThan(many / 3);
  });

  test('that read under locks are isolated: a failed one is rolled back', async () => {
    const { ctx } = await setUp(target);
    const outcomes = await Promise.allSettled(
      numbers(many).map((n) =>
        inTransaction(ctx, async (ctx) => {
          await ctx.db.select(usersTable).forUpdate();
          await ctx.db.insert(usersTable, userRow(`${n}@example.com`));
          await ctx.db.select(usersTable);
          if (n % 3 === 0) throw new Error(`no ${n}`);
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(many / 3);
    const emails = (await ctx.db.select(usersTable)).map(({ email }) => email);
    const kept = numbers(many).filter((n) => n % 3 !== 0);
    expect(emails.sort()).toEqual(kept.map((n) => `${n}@example.com`).sort());
  });

  test('that have ended refuse a query of code that still runs', async () => {
    const { ctx } = await setUp(target);
    const late: Promise<unknown>[] = [];
    const { open: end, opened: ended } = aGate();
    const lock = async ({ db }: TenantContext) => {
      await ended;
      await db.select(usersTable).forUpdate();
    };
    const work = async (ctx: TenantContext) => {
      late.push(lock(ctx));
      if (late.length > 1) throw new Error('no');
    };
    await inTransaction(ctx, work);
    await expect(inTransaction(ctx, work)).rejects.toThrow('no');
    end();
    for (const { reason } of (await Promise.allSettled(late)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ message: 'a query came after the end of its transaction' });
    }
  });

  test('fail alone when a unique value exists, with the error of the caller', async () => {
    const { ctx } = await setUp(target);
    const outcomes = await Promise.allSettled(
      numbers(many).map((n) =>
        inTransaction(ctx, async (ctx) => {
          const email = `${n % 10}@example.com`;
          ctx.db.insertNew(usersTable, userRow(email), taken);
          await ctx.db.insert(usersTable, userRow(`second-${n}@example.com`));
        }),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => String(reason))).toEqual(
      numbers(many - 10).map(() => 'Error: taken'),
    );
    expect(await ctx.db.select(usersTable)).toHaveLength(20);
  });

  test('are rolled back when a later row has an existing unique value, also when other rows refer to it', async () => {
    const { ctx } = await setUp(target);
    await ctx.db.insert(usersTable, userRow('known@example.com'));
    const outcomes = await Promise.allSettled(
      numbers(4).map((n) =>
        inTransaction(ctx, async (ctx) => {
          await ctx.db.insert(usersTable, userRow(`${n}@example.com`));
          ctx.db.insertNew(usersTable, userRow(n === 2 ? 'known@example.com' : `b${n}`), taken);
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await ctx.db.select(usersTable)).toHaveLength(7);
  });

  test('can run again and then read the row of the other transaction', async () => {
    const { ctx } = await setUp(target);
    const findOrMake = () =>
      inTransaction(ctx, async (ctx) => {
        const known = await ctx.db.select(usersTable).where({ email: 'one@example.com' }).first();
        if (known) return known.id;
        const row = userRow('one@example.com');
        ctx.db.insertNew(usersTable, row, async () => new RunAgainError());
        return row.id;
      });
    const ids = await Promise.all(numbers(many).map(findOrMake));
    expect(new Set(ids).size).toBe(1);
  });

  test('read their own writes', async () => {
    const { ctx } = await setUp(target);
    await inTransaction(ctx, async (ctx) => {
      const row = userRow('one@example.com');
      await ctx.db.insert(usersTable, row);
      ctx.db.patch(usersTable, { id: row.id }, { name: 'Bea' });
      expect(await ctx.db.select(usersTable)).toMatchObject([{ id: row.id, name: 'Bea' }]);
    });
    expect(await ctx.db.select(usersTable)).toMatchObject([{ name: 'Bea' }]);
  });

  test('record their events in the transaction of their last change', async () => {
    const { ctx, database } = await setUp(target);
    await inTransaction(ctx, async (ctx) => {
      const row = userRow('one@example.com');
      await ctx.db.insert(usersTable, row);
      ctx.db.patch(usersTable, { id: row.id }, { name: 'Bea' });
      recordEvent(ctx, 'contact.created', { object: { id: 'con_1' } });
    });
    expect(await ctx.db.select(eventsTable)).toHaveLength(1);
    if (target === 'SQLite') return;
    const writtenBy = (table: string) =>
      database.writer(table).select(database.writer.raw('xmin::text'));
    expect(await writtenBy('events')).toEqual(await writtenBy('users'));
  });

  test.each([true, false])(
    'undo a savepoint alone, with its writes that were not sent yet (after a lock: %s)',
    async (locks) => {
      const { ctx } = await setUp(target);
      await inTransaction(ctx, async (ctx) => {
        if (locks) await ctx.db.select(usersTable).forUpdate();
        await ctx.db.insert(usersTable, userRow('kept@example.com'));
        const nested = inSavepoint(ctx, async (ctx) => {
          await ctx.db.insert(usersTable, userRow('undone@example.com'));
          await inSavepoint(ctx, (ctx) => ctx.db.insert(usersTable, userRow('too@example.com')));
          throw new Error('nested');
        });
        await expect(nested).rejects.toThrow('nested');
        await inSavepoint(ctx, (ctx) => ctx.db.insert(usersTable, userRow('also@example.com')));
      });
      const emails = (await ctx.db.select(usersTable)).map(({ email }) => email);
      expect(emails.sort()).toEqual(['also@example.com', 'kept@example.com']);
    },
  );

  const unsendable = {
    toPostgres() {
      throw new Error('cannot be sent');
    },
  };
  test.each([
    ['fails', null],
    ['cannot be sent', unsendable],
  ])('undo a savepoint whose last write %s, and continue', async (_, name) => {
    const { ctx } = await setUp(target);
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.insertIfAbsent(usersTable, userRow('kept@example.com'));
      const nested = inSavepoint(ctx, async (ctx) => {
        await ctx.db.insert(usersTable, userRow('undone@example.com'));
        await ctx.db.insert(usersTable, { ...userRow('wrong@example.com'), name: name as never });
      });
      await expect(nested).rejects.toThrow();
      await inSavepoint(ctx, async () => {});
      await inSavepoint(ctx, (ctx) => ctx.db.insert(usersTable, userRow('also@example.com')));
    });
    const emails = (await ctx.db.select(usersTable)).map(({ email }) => email);
    expect(emails.sort()).toEqual(['also@example.com', 'kept@example.com']);
  });

  test('detect an existing unique value at the end of a savepoint when they hold locks', async () => {
    const { ctx } = await setUp(target);
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.insertIfAbsent(usersTable, userRow('one@example.com'));
      const nested = inSavepoint(ctx, async (ctx) => {
        await ctx.db.insert(usersTable, userRow('undone@example.com'));
        ctx.db.insertNew(usersTable, userRow('one@example.com'), taken);
      });
      await expect(nested).rejects.toThrow('taken');
    });
    expect(await ctx.db.select(usersTable)).toHaveLength(1);
  });

  test('are rolled back when one of their queries failed, although the caller caught the error', async () => {
    const { ctx } = await setUp(target);
    const work = inTransaction(ctx, async (ctx) => {
      await ctx.db.insertIfAbsent(usersTable, userRow('one@example.com'));
      const wrong = { ...userRow('two@example.com'), name: null as never };
      await ctx.db.insertIfAbsent(usersTable, wrong).catch(() => {});
      await ctx.db.insert(usersTable, userRow('three@example.com'));
    });
    // On SQLite, only the failed statement is undone.
    if (target === 'SQLite') await work;
    else await expect(work).rejects.toThrow();
    expect(await ctx.db.select(usersTable)).toHaveLength(target === 'SQLite' ? 2 : 0);
  });
});

async function setUp(target: Target) {
  const { database, place } = await freshDatabase(target);
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'A' });
  const other = contextFor(new SystemDb(openAt(place)), ctx.db.tenantId);
  return { ctx, other, database };
}

/** Returns a function that counts the transactions that have written users since this call. */
async function countCommits(target: Target, database: Database, ctx: TenantContext) {
  if (target === 'Postgres') {
    return async () => {
      const answer = await database.writer.raw(
        'select count(distinct xmin::text) as n from users where tenant_id = ?',
        [ctx.db.tenantId],
      );
      return Number(answer.rows[0].n);
    };
  }
  const connection: Sqlite = await database.writer.client.acquireConnection();
  database.writer.client.releaseConnection(connection);
  const prepare = connection.prepare.bind(connection);
  let commits = 0;
  Object.assign(connection, {
    prepare(sql: string) {
      if (sql === 'COMMIT') commits += 1;
      return prepare(sql);
    },
  });
  return async () => commits;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

test('long transactions on SQLite do not share a commit, so that other writes end before', async () => {
  const { ctx } = await setUp('SQLite');
  const ended: string[] = [];
  const long = numbers(4).map(async (n) => {
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.select(usersTable).forUpdate();
      for (const end = performance.now() + 30; performance.now() < end; );
      await ctx.db.insert(usersTable, userRow(`${n}@example.com`));
    });
    ended.push(`long ${n}`);
  });
  const write = async () => {
    await ctx.db.insert(usersTable, userRow('write@example.com'));
    ended.push('write');
  };
  await Promise.all([...long, write()]);
  expect(ended.slice(0, 2).sort()).toEqual(['long 0', 'write']);
  expect(ended.slice(2)).toEqual(['long 1', 'long 2', 'long 3']);
});

test('on SQLite, a long transaction of one tenant does not wait for all those of another tenant', async () => {
  const { ctx, database } = await setUp('SQLite');
  const other = contextFor(new SystemDb(database));
  await createTenant(other, { name: 'B' });
  const ended: string[] = [];
  const run = async (name: string, of: TenantContext) => {
    await inTransaction(of, async (ctx) => {
      await ctx.db.select(usersTable).forUpdate();
      for (const end = performance.now() + 30; performance.now() < end; );
      await ctx.db.insert(usersTable, userRow(`${name}@example.com`));
    });
    ended.push(name);
  };
  await Promise.all([...['1', '2', '3'].map((name) => run(name, ctx)), run('other', other)]);
  expect(ended).toEqual(['1', 'other', '2', '3']);
});
