import { accessSync, constants, existsSync } from 'node:fs';
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

/** The names of the lock files in the data folder. */
export const lockNames = { migrating: 'migrate.lock', serving: 'serve.lock' } as const;

/** Throws if a lock file exists that this process may not write: SQLite would open it read-only, and lock nothing. */
export function requireWritableLock(path: string): void {
  if (existsSync(path)) accessSync(path, constants.W_OK);
}

/** Opens the file of a lock. Throws if this process may not write it. */
export function openLock(path: string): BetterSqlite3.Database {
  requireWritableLock(path);
  return new BetterSqlite3(path, { timeout: 0 });
}

/**
 * Tries to lock the file until it is closed. Returns whether the lock is now ours. The journal is in memory: with a file,
 * no command could take the lock while the disk is full, and none could read.
 */
export function tryExclusive(lock: BetterSqlite3.Database): boolean {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/**
 * Locks the data folder for this process; the kernel releases the lock when the process ends. Returns a function
 * that releases the lock.
 */
export function lockServing(dataDir: string): () => void {
  const lock = openLock(join(dataDir, lockNames.serving));
  let isOurs = false;
  try {
    isOurs = tryExclusive(lock);
  } finally {
    if (!isOurs) lock.close();
  }
  if (isOurs) return () => lock.close();
  throw new AlreadyServedError(
    `Another \`parley serve\` uses ${dataDir}. Set PARLEY_DATA_DIR to another directory, or PARLEY_DATABASE_URL for several processes.`,
  );
}
