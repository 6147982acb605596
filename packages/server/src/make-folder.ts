import { mkdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

const mode = 0o700;

/**
 * Creates a folder and its parents where they are missing; only this user can read them. The recursive `mkdir` of Node
 * never ends in a file system that refuses new folders with ENOENT, such as /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch {
    // It exists, or a parent is missing.
    makeFolderSync(folder);
  }
}

/** Like `makeFolder`, for the start of a process. */
export function makeFolderSync(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolderSync(parent);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
