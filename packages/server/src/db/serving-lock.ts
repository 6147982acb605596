import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { isBusy } from './driver.ts';

/**
 * Thrown when another process already serves this SQLite database. Only one may, because it counts the quotas in
 * memory.
 */
export class AlreadyServedError extends Error {
  override readonly name = 'AlreadyServedError';
}

/**
 * Locks the data directory for this process; the kernel releases the lock when the process ends. Returns a function
 * that releases the lock.
 */
export function lockServing(dataDir: string): () => void {
  const lock = new BetterSqlite3(join(dataDir, 'serve.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new AlreadyServedError(
      `Another \`parley serve\` uses ${dataDir}. Set PARLEY_DATA_DIR to another directory, or PARLEY_DATABASE_URL for several processes.`,
    );
  }
  return () => lock.close();
}
