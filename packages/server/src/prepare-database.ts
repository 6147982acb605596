import { migrate } from './db/migrate.ts';
import { migrations } from './db/migrations/all.ts';
import type { Deps } from './deps.ts';
import { openSuppressionKeys } from './suppressions/keys.ts';

/**
 * Applies the missing migrations, and reads what a process needs from the database before it does anything else. Stores
 * the keys of suppressions if there are none, unless `storesKeys` is false.
 */
export async function prepareDatabase(
  deps: Pick<Deps, 'config' | 'database' | 'system' | 'secrets'>,
  tell?: (line: string) => void,
  { storesKeys }: { storesKeys?: boolean } = {},
): Promise<void> {
  await migrate(deps.database, deps.config, migrations, tell);
  await openSuppressionKeys(deps, { stores: storesKeys });
}
