import { defaultQuota } from '@parley/contract/schemas';
import { Database, migrate, migrations } from '../../../server.ts';
import type { Place } from './place.ts';

/** Opens the database of a place, and applies every migration. */
export async function openDatabase(place: Place): Promise<Database> {
  const { databaseUrl, dataDir } = place;
  const keys = { cursorSecrets: [new Uint8Array(32)], suppressionKeys: [new Uint8Array(32)] };
  const database = new Database({ databaseUrl, dataDir, ...keys, defaultQuota });
  await migrate(database, place, migrations);
  return database;
}
