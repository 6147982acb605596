import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshPlace, openAt } from '../../test/databases.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';

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
