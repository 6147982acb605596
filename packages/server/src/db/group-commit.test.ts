import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, openAt, targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import type { Driver } from './driver.ts';
import { GroupCommit } from './group-commit.ts';
import type { WriteStatement } from './statement.ts';
import { SystemDb } from './system-db.ts';

interface Mark {
  key: string;
  text: string;
}

/** Writes a row that only these tests use. The text `bad` violates a constraint. */
const mark: WriteStatement<Mark, string> = {
  name: 'mark',
  access: 'write',
  repeated: {
    key: (input) => input.key,
    answer: (first, input) => `${first.output}, again for ${input.text}`,
  },
  sqlite(db, { tenantId, input }) {
    db.prepare(
      `insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, expires_at)
       values (?, 'mark', ?, 'f', 200, ?, 0)`,
    ).run(tenantId, input.key, input.text === 'bad' ? null : input.text);
    return `wrote ${input.text}`;
  },
  async postgres(db, calls) {
    await db.rows(
      'mark',
      `insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, expires_at)
       select tenant_id, 'mark', key, 'f', 200, nullif(body, 'bad'), 0
       from unnest($1::text[], $2::text[], $3::text[]) as m (tenant_id, key, body)`,
      [calls.map((c) => c.tenantId), calls.map((c) => c.input.key), calls.map((c) => c.input.text)],
    );
    return calls.map(({ input }) => `wrote ${input.text}`);
  },
};

describe.each(targets)('group commit on %s', (target) => {
  test('a failing call does not affect the others', async () => {
    const { database } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    const outcomes = await Promise.allSettled(
      ['a', 'bad', 'c'].map((text) => ctx.db.run(mark, { key: text, text })),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await ctx.db.select(idempotencyRecordsTable)).toHaveLength(2);
  });

  test('equal keys of one tenant share the first result; equal keys of two tenants do not', async () => {
    const { database } = await freshDatabase(target);
    const system = new SystemDb(database);
    const [a, b] = [contextFor(system), contextFor(system)];
    const answers = await Promise.all([
      a.db.run(mark, { key: 'k', text: 'one' }),
      a.db.run(mark, { key: 'k', text: 'two' }),
      b.db.run(mark, { key: 'k', text: 'three' }),
    ]);
    expect(answers).toEqual(['wrote one', 'wrote one, again for two', 'wrote three']);
    expect(await a.db.select(idempotencyRecordsTable)).toHaveLength(1);
    expect(await b.db.select(idempotencyRecordsTable)).toHaveLength(1);
  });

  test('resolves after the write is committed', async () => {
    const { database, place } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    const other = contextFor(new SystemDb(openAt(place)), ctx.db.tenantId);
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        await ctx.db.run(mark, { key: `${n}`, text: 'x' });
        const seen = await other.db.select(idempotencyRecordsTable).where({ key: `${n}` });
        expect(seen).toHaveLength(1);
      }),
    );
  });

  test('on Postgres, batches of workers are smaller while requests run', async () => {
    const { database } = await freshDatabase(target);
    const system = new SystemDb(database);
    const background = contextFor(system.inBackground());
    const sizes: number[] = [];
    const counted: WriteStatement<null, void> = {
      name: 'counted',
      access: 'write',
      atomic: true,
      sqlite() {},
      async postgres(_db, calls) {
        sizes.push(calls.length);
        return calls.map(() => undefined);
      },
    };
    const work = () =>
      Promise.all(Array.from({ length: 100 }, () => background.db.run(counted, null)));
    // The time stands still, so the last request remains a recent one.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await contextFor(system).db.select(idempotencyRecordsTable);
    await work();
    await Promise.all([work(), contextFor(system).db.run(counted, null)]);
    vi.advanceTimersByTime(101);
    await work();
    expect(sizes).toEqual(target === 'Postgres' ? [70, 30, 36, 65, 100] : []);
  });

  test('writes of workers for one tenant do not wait for many writes for another tenant', async () => {
    const { database } = await freshDatabase(target);
    const system = new SystemDb(database).inBackground();
    const order: string[] = [];
    const noted: WriteStatement<null, void> = {
      name: 'noted',
      access: 'write',
      sqlite(_db, { tenantId }) {
        order.push(tenantId);
      },
      async postgres(_db, calls) {
        order.push(...calls.map(({ tenantId }) => tenantId));
        return calls.map(() => undefined);
      },
    };
    const [many, single] = [contextFor(system), contextFor(system)];
    const work = Array.from({ length: 400 }, () => many.db.run(noted, null));
    await Promise.all([...work, single.db.run(noted, null)]);
    // The first batch has at most 150 of these writes.
    expect(order.indexOf(single.db.tenantId)).toBeLessThan(150);
  });

  test('a statement inside a transaction joins it', async () => {
    const { database } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    const failing = ctx.db.transaction(async (db) => {
      await db.run(mark, { key: 'k', text: 'x' });
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await ctx.db.select(idempotencyRecordsTable)).toEqual([]);
  });

  test('only calls whose row is locked wait for the lock', async () => {
    const { database, place } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    const other = contextFor(new SystemDb(openAt(place)), ctx.db.tenantId);
    const { open: release, opened: held } = aGate();
    const { open: entered, opened: inside } = aGate();
    const holder = other.db.transaction(async (db) => {
      await db.run(mark, { key: 'held', text: 'holder' });
      entered();
      await held;
    });
    await inside;
    // Before the release, because this write may be refused before the holder of the lock knows that it has committed.
    const blocked = expect(ctx.db.run(mark, { key: 'held', text: 'late' })).rejects.toThrow(
      /unique|UNIQUE/,
    );
    const free = ctx.db.run(mark, { key: 'free', text: 'free' });
    // SQLite has one writer, so every other write waits.
    if (target === 'Postgres') await free;
    release();
    await holder;
    await blocked;
    expect(await free).toBe('wrote free');
  });
});

// Vitest fails when a promise rejects that nobody observes.
test('a call that finds no place to run alone fails, and workers learn nothing of it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const woken: unknown[] = [];
  const commit = new GroupCommit({
    driver: { dialect: 'postgres' } as Driver,
    connections: 8,
    // The batch was rolled back, so that its calls run alone. They never end.
    withConnection: async () => undefined as never,
    withPatientConnection: () => new Promise(() => {}),
    wake: (topics) => woken.push(...topics),
  });
  const waking: WriteStatement<Mark, string> = { ...mark, wakes: () => ['jobs'] };
  const calls = ['a', 'b', 'c', 'd'].map((key) =>
    commit.submit(waking, { tenantId: 'ten_1', input: { key, text: key } }),
  );
  const refused = expect(calls[3]).rejects.toThrow('no place became free within 5000 ms');
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  expect(woken).toEqual([]);
});

test('a batch of one call does not wait for the calls of a batch that was rolled back', async () => {
  let batches = 0;
  const commit = new GroupCommit({
    driver: { dialect: 'postgres', run: async () => ['done'] } as unknown as Driver,
    connections: 8,
    withConnection: async (work) => {
      batches += 1;
      return batches === 1 ? (undefined as never) : await work({});
    },
    // The calls of the first batch run alone, and never end.
    withPatientConnection: () => new Promise(() => {}),
    wake: () => {},
  });
  // They fill all places of calls that run alone. A fourth would be refused after the end of the test.
  for (const key of ['a', 'b', 'c']) {
    void commit.submit(mark, { tenantId: 'ten_1', input: { key, text: key } });
  }
  await setImmediate();
  const single = { ...mark, atomic: true };
  const call = { tenantId: 'ten_1', input: { key: 'e', text: 'e' } };
  expect(await commit.submit(single, call)).toBe('done');
});

// Each row: the connections of batches, then the batches of workers that run at first, after slow ones, and without
// requests.
test.each([
  [1, 1, 1, 1],
  [3, 1, 1, 1],
  [4, 1, 2, 2],
  [5, 1, 2, 3],
  [10, 2, 5, 8],
  [20, 6, 12, 18],
])(
  'with %i connections, workers write %i batches at once while requests run, %i if they take long, and %i otherwise',
  async (connections, few, more, most) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let begun = 0;
    const commitOf = () =>
      new GroupCommit({
        driver: { dialect: 'postgres' } as Driver,
        connections,
        withConnection: () => {
          begun += 1;
          return new Promise(() => {});
        },
        withPatientConnection: () => new Promise(() => {}),
        wake: () => {},
      });
    const work = (commit: GroupCommit) => {
      for (let kind = 0; kind < 20; kind += 1) {
        const call = { tenantId: 'ten_1', input: { key: 'k', text: 'x' }, isBackground: true };
        void commit.submit({ ...mark }, call);
      }
    };
    const beside = commitOf();
    beside.noteRequest();
    work(beside);
    await vi.advanceTimersByTimeAsync(59);
    expect(begun).toBe(few);
    for (let round = 0; round < 5; round += 1) {
      beside.noteRequest();
      await vi.advanceTimersByTimeAsync(60);
    }
    expect(begun).toBe(more);
    begun = 0;
    work(commitOf());
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toBe(most);
  },
);
