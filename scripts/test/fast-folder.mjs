import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const freeBytes = 4 * 2 ** 30;

/**
 * The folder for temporary files of tests: in memory where Linux offers enough of it, else the system's. Tests make and
 * remove about a thousand databases. On ext4 that takes a third of the CPU time of Postgres: for each new file, ext4
 * steps over all files that were removed in the last five seconds.
 */
export function fastFolder() {
  // The user has chosen one.
  if (process.env.TMPDIR) return tmpdir();
  return isUsable(memory) ? memory : tmpdir();
}

function isUsable(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const available = process.availableMemory?.() ?? Number.POSITIVE_INFINITY;
    return Math.min(bavail * bsize, available) >= freeBytes && canExecute(folder);
  } catch {
    return false;
  }
}

/** Postgres runs from there: a container may forbid it. */
function canExecute(folder) {
  const own = mkdtempSync(join(folder, 'parley-probe-'));
  try {
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
