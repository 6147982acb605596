import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import {
  type Draft,
  FileMissingError,
  type FileStore,
  type Owner,
  ofLength,
} from './file-store.ts';

/** Stores files in a folder of this machine, or in a network folder that all machines mount. */
export function createLocalStore(folder: string): FileStore {
  const root = resolve(folder);
  // Below the folder, so that a draft can be moved and need not be copied.
  const draftDir = join(root, 'drafts');

  const tenantFolder = ({ db }: Owner) => join(root, db.tenantId);
  const folderOf = (owner: Owner, sha256: string) => join(tenantFolder(owner), sha256.slice(0, 2));
  const pathOf = (owner: Owner, sha256: string) => join(folderOf(owner, sha256), sha256);

  async function put(owner: Owner, sha256: string, { path }: Draft): Promise<void> {
    const folder = folderOf(owner, sha256);
    await makeFolder(folder);
    await rename(path, pathOf(owner, sha256));
    await syncFolder(folder);
  }

  return {
    description: `file:${root}`,
    draftDir,
    put,
    async open(owner, file, range) {
      const handle = await open(pathOf(owner, file.sha256), constants.O_RDONLY).catch(asMissing);
      return ofLength(handle.createReadStream(range), file, range);
    },
    async removeOlder(owner, sha256, before) {
      const path = pathOf(owner, sha256);
      if (!(await isOlder(path, before))) return;
      // An upload may have replaced the file meanwhile: move it aside, where no upload can reach it, and check it
      // there.
      const aside = join(draftDir, `removed-${randomBytes(16).toString('hex')}`);
      await makeFolder(draftDir);
      // Another job may have removed the file meanwhile.
      if (!(await isMoved(path, aside))) return;
      if (await isOlder(aside, before)) await rm(aside, { force: true });
      else await rename(aside, path);
    },
    async removeFolders(owner) {
      const folder = tenantFolder(owner);
      const inside = (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
      // A folder with a file stays.
      for (const empty of [...inside, folder]) await rmdir(empty).catch(() => {});
    },
    async check() {
      await makeFolder(draftDir);
      const path = join(draftDir, `check-${randomBytes(8).toString('hex')}`);
      try {
        await writeFile(path, path, { flag: 'wx', mode: 0o600 });
        if ((await readFile(path, 'utf8')) !== path) throw new Error('reads what was not written');
      } finally {
        await rm(path, { force: true });
      }
    },
    close: async () => {},
  };
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < than.getTime();
}

/** Moves a file. Returns false when it does not exist. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function asMissing(cause: unknown): never {
  throw isMissing(cause) ? new FileMissingError('the bytes of a file are gone', { cause }) : cause;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Writes the entries of a folder to the disk, so that a renamed file survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
