import { createDeps, type Deps, readConfig } from '../../../server.ts';
import type { Place } from './place.ts';

/** Returns what a server or worker of a bench consists of. `settings` are added to those of every bench. */
export function depsOf(
  { dataDir, databaseUrl = '' }: Partial<Pick<Place, 'dataDir' | 'databaseUrl'>>,
  settings: Readonly<Record<string, string>> = {},
): Deps {
  const { config } = readConfig({
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 0').toString('base64'),
    PARLEY_LOG_LEVEL: process.env['PARLEY_LOG_LEVEL'] ?? 'warn',
    ...settings,
  });
  return createDeps(config);
}
