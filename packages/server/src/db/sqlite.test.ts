import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';

test('nobody else on the machine can read the data', async () => {
  const { database, place } = await freshDatabase('SQLite');
  await database.writer('schema_migrations').insert({ name: 'any', applied_at: 'now' });
  await database.reader('schema_migrations');
  const files = readdirSync(place.dataDir).filter((name) => name.startsWith('parley.db'));
  expect(files.sort()).toEqual(['parley.db', 'parley.db-shm', 'parley.db-wal']);
  for (const file of files) {
    expect(statSync(join(place.dataDir, file)).mode & 0o777, file).toBe(0o600);
  }
});
