import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { copySqlite } from '../db/copy-sqlite.ts';
import { sqliteFile } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { makeFolderSync } from '../make-folder.ts';
import { describeMediaStore } from '../media/store-config.ts';
import { secretFile } from '../secrets.ts';
import { CommandError, openDeps } from './session.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Copy the SQLite database, the secret key and the files; the server may run')
    .argument('<folder>', 'where to create the copy; it becomes a data folder')
    .action(backUp);
}

async function backUp(given: string): Promise<void> {
  const folder = resolve(given);
  const deps = openDeps({ createsDatabase: false });
  try {
    if (deps.config.databaseUrl) {
      throw new CommandError('This command copies SQLite only. On Postgres, use pg_dump.');
    }
    const draft = `${folder}.incomplete`;
    createDraft(folder, draft);
    try {
      for (const line of await copyInto(draft, deps)) console.log(line);
      sync(draft);
      renameSync(draft, folder);
      sync(dirname(folder));
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
    console.log(`The backup is in ${folder}.`);
  } finally {
    await deps.database.close();
  }
}

/** Creates the folder that gets the name of the backup when the backup is complete. */
function createDraft(folder: string, draft: string): void {
  if (existsSync(folder)) {
    throw new CommandError(`${folder} exists: name a new folder for each backup.`);
  }
  if (existsSync(draft)) {
    throw new CommandError(
      `${draft} exists: another backup writes it, or was killed. If none runs, remove this folder.`,
    );
  }
  makeFolderSync(dirname(draft));
  mkdirSync(draft, { mode: 0o700 });
}

/** Copies everything that a data folder has, and returns a line about each part. */
async function copyInto(draft: string, { config, database }: Deps): Promise<string[]> {
  await copySqlite(database, sqliteFile(draft));
  const lines = [`database: ${Math.ceil(statSync(sqliteFile(draft)).size / 1024 / 1024)} MB`];
  if (config.secretKey) {
    lines.push('secret key: not copied; keep the value of PARLEY_SECRET_KEY with the backup');
  } else {
    copyFile(join(config.dataDir, secretFile), join(draft, secretFile));
    lines.push('secret key: copied');
  }
  // After the database: the server writes a file before the record that names it.
  const { mediaStore } = config;
  lines.push(
    mediaStore.kind === 'file'
      ? `files: ${copyFiles(mediaStore.folder, join(draft, 'media'))}`
      : `files: not copied; they are in ${describeMediaStore(mediaStore)}`,
  );
  if (config.previousSecretKey) {
    lines.push('previous secret key: not copied; keep PARLEY_SECRET_KEY_PREVIOUS with the backup');
  }
  return lines;
}

/**
 * Copies the complete files of a local store, and returns their number. Copies nothing else that the folder has, such as
 * other backups.
 */
function copyFiles(store: string, copy: string): number {
  let copied = 0;
  for (const tenant of namesIn(store, /^ten_/)) {
    for (const part of namesIn(join(store, tenant), /^[0-9a-f]{2}$/)) {
      const folder = join(store, tenant, part);
      const to = join(copy, tenant, part);
      for (const file of namesIn(folder, /^[0-9a-f]{64}$/)) {
        makeFolderSync(to);
        // The server may have removed the record meanwhile, and then the file.
        if (unlessMissing(() => copyFile(join(folder, file), join(to, file)), false)) copied += 1;
      }
      if (existsSync(to)) sync(to);
    }
    if (existsSync(join(copy, tenant))) sync(join(copy, tenant));
  }
  if (existsSync(copy)) sync(copy);
  return copied;
}

function namesIn(folder: string, pattern: RegExp): string[] {
  return unlessMissing(() => readdirSync(folder), []).filter((name) => pattern.test(name));
}

/** Calls a function. Returns `otherwise` when the file or folder does not exist. */
function unlessMissing<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return otherwise;
  }
}

function copyFile(from: string, to: string): true {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  sync(to);
  return true;
}

/** Writes a file, or the names in a folder, to the disk, so that they survive a power failure. */
function sync(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
