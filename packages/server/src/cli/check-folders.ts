import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { sqliteFile } from '../db/database.ts';
import type { Finding } from '../db/health.ts';
import { requireFileOfLog } from '../db/own-file.ts';
import { lockNames, requireWritableLock } from '../db/serving-lock.ts';
import { adviceOn } from './storage-advice.ts';

const leastFreeBytes = 200 * 1024 * 1024;

/** Checks the data folder. The first start creates a folder that does not exist. */
export function checkDataDir(config: Config): Finding[] {
  const { dataDir } = config;
  try {
    tryFolder(dataDir);
    requireFileOfLog(sqliteFile(dataDir));
    for (const name of Object.values(lockNames)) requireWritableLock(join(dataDir, name));
  } catch (error) {
    const note = adviceOn(error, config) ?? String(error);
    return [{ name: 'data folder', ok: false, note }];
  }
  return [{ name: 'data folder', ok: true, note: resolve(dataDir) }, checkDisk('disk', dataDir)];
}

/** Checks the disk of the folder for files, unless it is that of the data folder of SQLite. */
export function checkMediaDisk({ databaseUrl, dataDir, mediaStore }: Config): Finding[] {
  if (mediaStore.kind === 's3') return [];
  const deviceOf = (folder: string) => statSync(existing(folder)).dev;
  if (!databaseUrl && deviceOf(mediaStore.folder) === deviceOf(dataDir)) return [];
  return [checkDisk('media disk', mediaStore.folder)];
}

function checkDisk(name: string, folder: string): Finding {
  const { bavail, bsize } = statfsSync(existing(folder));
  const free = bavail * bsize;
  const enough = free > leastFreeBytes;
  const megabytes = `${Math.round(free / 1024 / 1024)} MB free`;
  return { name, ok: enough, note: enough ? megabytes : `${megabytes}: free disk space` };
}

/**
 * Throws if this process cannot write the folder, or cannot create it. Writes nothing. The path of the error is that of the
 * folder, also when a folder above it is the reason.
 */
export function tryFolder(path: string): void {
  const found = existing(path);
  try {
    readdirSync(found);
    accessSync(found, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** Returns a folder, or else the nearest folder above it that exists. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path));
}
