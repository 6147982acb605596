import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const mode = 0o700;

/**
 * Creates the data folder and its parents where they are missing. The recursive `mkdirSync` of Node never ends in a
 * file system that refuses new folders with ENOENT, such as /proc.
 */
export function makeDataDir(dataDir: string): void {
  if (isFolder(dataDir)) return;
  const parent = dirname(dataDir);
  if (parent !== dataDir) makeDataDir(parent);
  try {
    mkdirSync(dataDir, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(dataDir)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
