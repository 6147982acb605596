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
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Command } from 'commander';
import { copySqlite } from '../db/copy-sqlite.ts';
import { sqliteFile } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { makeFolderSync } from '../make-folder.ts';
import { draftsFolder } from '../media/local-store.ts';
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
      renameSync(draft, folder);
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
  return lines;
}

/** Copies the complete files of a local store, and returns their number. */
function copyFiles(store: string, copy: string): number {
  let copied = 0;
  if (!existsSync(store)) return copied;
  for (const entry of readdirSync(store, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const path = relative(store, from);
    if (!entry.isFile() || path.startsWith(draftsFolder + sep)) continue;
    const to = join(copy, path);
    makeFolderSync(dirname(to));
    try {
      copyFile(from, to);
      copied += 1;
    } catch (error) {
      // The server has removed the record, and then the file.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}

/** Copies a file, and returns when the copy would survive a power failure. */
function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const file = openSync(to, 'r');
  fsyncSync(file);
  closeSync(file);
}
