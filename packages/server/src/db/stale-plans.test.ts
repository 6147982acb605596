import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { connectAlone, endAlone } from './postgres.ts';
import type { Postgres, ReadStatement, Statement, WriteStatement } from './statement.ts';

const sqlite = () => 0;

/** Returns the number of columns of the row, once for each call. */
const count = (name: string, text: string) => ({
  name,
  sqlite,
  async postgres(db: Postgres, calls: readonly unknown[]) {
    const [row = {}] = await db.rows<object>(name, text, []);
    return calls.map(() => Object.keys(row).length);
  },
});
const read: ReadStatement<null, number> = {
  ...count('count-read', 'select * from trial'),
  access: 'read',
};
const lock: ReadStatement<null, number> = {
  ...count('count-locked', 'select * from trial for update'),
  access: 'read',
  locks: true,
};
const write: WriteStatement<null, number> = {
  ...count('count-written', 'update trial set a = a + 1 returning *'),
  access: 'write',
};
const writeAlone: WriteStatement<null, number> = {
  ...count('count-atomic', 'update trial set a = a + 1 returning *'),
  access: 'write',
  atomic: true,
};

test('no query of a running process fails when the migration of another one adds a column', async () => {
  const { database, place } = await freshDatabase('Postgres');
  const migrating = await connectAlone(place.databaseUrl ?? '');
  await migrating.query('create table trial (a integer); insert into trial values (1)');
  const run = (statement: Statement<null, number>) =>
    database.run(statement, { tenantId: 't', input: null });
  const inTransaction = (...statements: Statement<null, number>[]) =>
    database.transaction(
      async (tx) => {
        const counts: number[] = [];
        for (const statement of statements)
          counts.push(await database.run(statement, { tenantId: 't', input: null }, tx));
        return counts;
      },
      { tenantId: 't', isBackground: false },
    );
  const runAll = async () => [
    await Promise.all([run(read), inTransaction(lock, write), run(write)]),
    await Promise.all([run(read), run(read), run(write), run(write)]),
    await Promise.all([run(writeAlone), run(writeAlone)]),
    [await run(read), await run(writeAlone), await run(write)],
    await inTransaction(lock, read, writeAlone),
  ];
  for (const columns of [1, 2, 3]) {
    if (columns > 1) await migrating.query(`alter table trial add column b${columns} text`);
    const counts = (await runAll()).flat(2);
    expect(counts).toEqual(counts.map(() => columns));
  }
  await endAlone(migrating);
});
