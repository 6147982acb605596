import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshPlace } from '../../test/databases.ts';
import { lockServing } from './serving-lock.ts';

test('a held lock has no file beside it, so that a full disk does not prevent it', async () => {
  const { dataDir } = await freshPlace('SQLite');
  const unlock = lockServing(dataDir);
  expect(readdirSync(dataDir)).toEqual(['serve.lock']);
  expect(() => lockServing(dataDir)).toThrow('Another `parley serve` uses');
  unlock();
  lockServing(dataDir)();
});
