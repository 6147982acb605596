import { expect, test, vi } from 'vitest';
import { freshPlace } from '../../test/databases.ts';
import { readConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { printSetup } from './setup.ts';

test('a server whose database fails while it prints the setup link continues to serve', async () => {
  const { dataDir } = await freshPlace('SQLite');
  const { config } = readConfig({
    PARLEY_LOG_LEVEL: 'silent',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 7').toString('base64'),
  });
  const deps = createDeps(config);
  const logged = vi.spyOn(deps.log, 'error');
  await deps.database.close();
  await printSetup(deps, 'http://127.0.0.1:3000');
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.lastCall?.[1]).toContain('start the server again');
});
