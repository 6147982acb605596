import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import type { Database } from './database.ts';
import type { Postgres, WriteStatement } from './statement.ts';
import { SystemDb } from './system-db.ts';

// The COMMIT of a batch is sent before its last query is answered.

type After = (db: Postgres) => Promise<void>;

/** Returns a statement that inserts with its last query, and then calls the test back. */
function insertAnd(text: string | null, after: After) {
  const seen = { runs: 0 };
  const statement: WriteStatement<string, string> = {
    name: 'insert-and',
    access: 'write',
    sqlite: () => '',
    async postgres(db, calls) {
      seen.runs += 1;
      await db.rows(
        'insert-and',
        `insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, expires_at)
         select t, 'insert-and', k, 'f', 200, $3, 0 from unnest($1::text[], $2::text[]) as m (t, k)`,
        [calls.map((call) => call.tenantId), calls.map((call) => call.input), text],
        { last: true },
      );
      await after(db);
      return calls.map((call) => call.input);
    },
  };
  return { statement, seen };
}

describe('a transaction sent to Postgres in one round trip', () => {
  test('runs each call alone again after a failure before the commit', async () => {
    const ctx = await context();
    const { statement, seen } = insertAnd(null, async () => {});
    const outcomes = await Promise.allSettled(['a', 'b'].map((key) => ctx.db.run(statement, key)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(seen.runs).toBe(3);
    expect(await ctx.db.select(idempotencyRecordsTable)).toEqual([]);
    // The connections still work.
    const good = insertAnd('x', async () => {});
    expect(await ctx.db.run(good.statement, 'c')).toBe('c');
  });

  test('does not run again after a failure behind the commit', async () => {
    const ctx = await context();
    const { statement, seen } = insertAnd('x', async () => {
      throw new Error('too late');
    });
    await expect(ctx.db.run(statement, 'a')).rejects.toThrow('too late');
    expect(seen.runs).toBe(1);
    expect(await ctx.db.select(idempotencyRecordsTable)).toHaveLength(1);
  });

  test('does not run again when the connection is lost during the commit', async () => {
    const ctx = await context();
    let runs = 0;
    const statement: WriteStatement<string, string> = {
      name: 'lose-connection',
      access: 'write',
      sqlite: () => '',
      async postgres(db, calls) {
        runs += 1;
        await db.rows('die', 'select pg_terminate_backend(pg_backend_pid())', [], { last: true });
        return calls.map((call) => call.input);
      },
    };
    await expect(ctx.db.run(statement, 'a')).rejects.toThrow();
    expect(runs).toBe(1);
    const good = insertAnd('x', async () => {});
    expect(await ctx.db.run(good.statement, 'c')).toBe('c');
  });
});

test('a transaction whose connection Postgres ended before the commit runs once more', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = contextFor(new SystemDb(database));
  const waitUntilClosed = closer(database);
  let runs = 0;
  const lose = (times: number) => {
    runs = 0;
    return inTransaction(ctx, async (ctx) => {
      runs += 1;
      if (runs <= times) {
        await waitUntilClosed(await ctx.db.run(waitTooLong, null));
      }
      await ctx.db.select(idempotencyRecordsTable).forUpdate();
      return runs;
    });
  };
  expect(await lose(1)).toBe(2);
  await expect(lose(2)).rejects.toThrow();
  expect(runs).toBe(2);
});

test('each call of a batch whose connection Postgres ended before the commit runs once more, alone', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = contextFor(new SystemDb(database));
  const waitUntilClosed = closer(database);
  const sizes: number[] = [];
  const { statement } = insertAnd('x', async () => {});
  const closedFirst: WriteStatement<string, string> = {
    ...statement,
    async postgres(db, calls) {
      sizes.push(calls.length);
      const sending: Postgres = { rows: (name, text, values) => db.rows(name, text, values) };
      const written = await statement.postgres(sending, calls);
      if (sizes.length === 1) {
        const [pid = 0] = await waitTooLong.postgres(db, []);
        await waitUntilClosed(pid);
      }
      return written;
    },
  };
  expect(await Promise.all(['a', 'b'].map((key) => ctx.db.run(closedFirst, key)))).toEqual([
    'a',
    'b',
  ]);
  expect(sizes).toEqual([2, 1, 1]);
  expect(await ctx.db.select(idempotencyRecordsTable)).toHaveLength(2);
});

/** Postgres ends the transaction, as that of a process that stands still. */
const waitTooLong: WriteStatement<null, number> = {
  name: 'wait-too-long',
  access: 'write',
  sqlite: () => 0,
  async postgres(db) {
    const sql = `select pg_backend_pid() as pid,
      set_config('idle_in_transaction_session_timeout', '1', true)`;
    return (await db.rows<{ pid: number }>('wait', sql, [])).map(({ pid }) => pid);
  },
};

/** Returns a function that waits until Postgres has closed a connection. */
function closer(database: Database): (pid: number) => Promise<void> {
  const ended = async (pid: number) => {
    const find = database.reader.raw('select 1 from pg_stat_activity where pid = ?', [pid]);
    return (await find).rows.length === 0;
  };
  return async (pid) => await expect.poll(() => ended(pid)).toBe(true);
}

async function context() {
  const { database } = await freshDatabase('Postgres');
  return contextFor(new SystemDb(database));
}
