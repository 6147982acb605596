import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshPlace, openAt } from '../../test/databases.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import type { Sqlite } from './statement.ts';

test('creates a database file that only its owner can read', async () => {
  const place = await freshPlace('SQLite');
  const database = openAt(place);
  await migrate(database, place, migrations);
  await database.writer('schema_migrations').insert({ name: 'any', applied_at: 'now' });
  await database.reader('schema_migrations');
  const files = readdirSync(place.dataDir).filter((name) => name.startsWith('parley.db'));
  expect(files.sort()).toEqual(['parley.db', 'parley.db-shm', 'parley.db-wal']);
  for (const file of files) {
    expect(statSync(join(place.dataDir, file)).mode & 0o777, file).toBe(0o600);
  }
});

test('a commit waits for the sync to disk, and undoing a statement needs no file', async () => {
  const place = await freshPlace('SQLite');
  const database = openAt(place);
  await migrate(database, place, []);
  const pragmas = await Promise.all(
    ['journal_mode', 'synchronous', 'temp_store'].map((name) =>
      database.writer.raw(`PRAGMA ${name}`),
    ),
  );
  const [full, memory] = [2, 2];
  expect(pragmas).toEqual([
    [{ journal_mode: 'wal' }],
    [{ synchronous: full }],
    [{ temp_store: memory }],
  ]);
});

test('objects, arrays and single values of rows with many columns are right, also after a column is added', async () => {
  const place = await freshPlace('SQLite');
  const database = openAt(place);
  const connection: Sqlite = await database.writer.client.acquireConnection();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', '"last one"'];
  connection.exec(`create table wide (${names.join(', ')})`);
  connection.exec("insert into wide values (1, 'two', null, x'04', 5.5, '', 7, 8)");
  const row = { a: 1, b: 'two', c: null, d: Buffer.from([4]), e: 5.5, f: '', g: 7, 'last one': 8 };
  const rows = 'select * from wide where a = ?';
  expect(connection.prepare(rows).get(1)).toEqual(row);
  expect(connection.prepare(rows).all(1)).toEqual([row]);
  expect(connection.prepare(rows).get(2)).toBeUndefined();
  expect(connection.prepare(rows).all(2)).toEqual([]);
  const joined = connection.prepare('select w.*, w.b as a, o.e as g from wide w, wide o');
  expect(joined.get()).toEqual({ ...row, a: 'two', g: 5.5 });
  connection.exec('alter table wide add column more default 9');
  expect(connection.prepare(rows).get(1)).toEqual({ ...row, more: 9 });
  expect(connection.prepare(rows).raw(true).get(1)).toEqual([...Object.values(row), 9]);
  const values = 'select a, b, c, d, e, f, g, more from wide';
  expect(connection.prepare(values).pluck().all()).toEqual([1]);
  expect(connection.prepare(values).pluck(false).all()).toEqual([
    { a: 1, b: 'two', c: null, d: Buffer.from([4]), e: 5.5, f: '', g: 7, more: 9 },
  ]);
  await database.writer.client.releaseConnection(connection);
});
