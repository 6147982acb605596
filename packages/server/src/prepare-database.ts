import { migrate } from './db/migrate.ts';
import { migrations } from './db/migrations/all.ts';
import type { Deps } from './deps.ts';
import { openSuppressionKeys } from './suppressions/keys.ts';

/** Applies the missing migrations, and reads what a process needs from the database before it does anything else. */
export async function prepareDatabase(
  deps: Pick<Deps, 'config' | 'database' | 'system' | 'secrets'>,
  tell?: (line: string) => void,
): Promise<void> {
  await migrate(deps.database, deps.config, migrations, tell);
  await openSuppressionKeys(deps);
}
