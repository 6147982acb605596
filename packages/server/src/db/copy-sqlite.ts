import { closeSync, openSync } from 'node:fs';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** More events of a tenant than happen between a backup and its use. */
const skippedEvents = 1_000_000;

/**
 * Copies the database of SQLite to a new file as it is at one moment, also while other processes write. Throws if a part
 * of the copy cannot be read. A server with the copy numbers its first events after those that the original has emitted
 * meanwhile: receivers that know the original would miss events with the same `sequence`.
 */
export async function copySqlite({ reader }: Database, path: string): Promise<void> {
  // SQLite fills an empty file, and keeps its mode.
  closeSync(openSync(path, 'wx', 0o600));
  await reader.raw('vacuum into ?', [path]);
  const copy = openSqlite({ filename: path, busyTimeoutMs: 0, acquireTimeoutMs: 5_000 });
  try {
    const [{ integrity_check: finding }] = await copy.writer.raw('pragma integrity_check(1)');
    if (finding !== 'ok') throw new Error(`The copy of the database is damaged: ${finding}`);
    await copy.writer('event_counters').increment('last_sequence', skippedEvents);
  } finally {
    await Promise.all([copy.reader.destroy(), copy.writer.destroy()]);
  }
}
