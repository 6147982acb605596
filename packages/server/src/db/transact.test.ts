import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
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

async function context() {
  const { database } = await freshDatabase('Postgres');
  return contextFor(new SystemDb(database));
}
