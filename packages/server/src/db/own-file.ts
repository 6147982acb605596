import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Sqlite } from './statement.ts';

/** The file that each connection has opened, by its numbers in the file system. */
const files = new WeakMap<Sqlite, string | undefined>();

/** Notes which file a new connection has opened. */
export function noteFile(db: Sqlite): void {
  files.set(db, fileAt(db.name));
}

/** Thrown instead of a write that would be lost, or would remove data, because the file is no longer at its path. */
class MovedFileError extends Error {
  override readonly name = 'MovedFileError';
  /** The code of SQLite for this fault. In WAL mode, SQLite itself does not look for it. */
  readonly code = 'SQLITE_READONLY_DBMOVED';
}

/** Throws when the path of the database no longer leads to the file that the connection has opened. */
export function requireOwnFile(db: Sqlite): void {
  const found = fileAt(db.name);
  if (found !== undefined && found === files.get(db)) return;
  const fault = found === undefined ? 'removed' : 'replaced';
  throw new MovedFileError(
    `${db.name} was ${fault} while this process used it: move the file back, or stop all processes of Parley and restore a backup into another data folder`,
  );
}

/**
 * Throws when the log of a database is at its path, but not the database. SQLite would remove this log, which can have
 * the latest transactions.
 */
export function requireFileOfLog(path: string): void {
  if (sizeOf(path) > 0 || sizeOf(`${path}-wal`) === 0) return;
  throw new MovedFileError(
    `${path} is missing or empty, but its log ${basename(path)}-wal has data: move the database back. Otherwise move the log away, and restore a backup or start with an empty database`,
  );
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
