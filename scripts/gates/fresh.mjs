import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../build-docs.mjs';
import { withCopyOfProject } from './copy.mjs';
import { filesOfProject } from './files.mjs';

/** Generates all files again in a copy and checks that nothing changes. */
export function checkFresh() {
  return withCopyOfProject((copy) => {
    const stale = staleIn(copy);
    for (const file of stale) console.error(`${file} is out of date. Run: npm run build:docs`);
    return stale.length === 0;
  });
}

/** Generates in this folder, and names the files that this changed. */
export function staleIn(folder) {
  const files = filesOfProject();
  const before = files.map((file) => hashOf(folder, file));
  const made = generate(folder, ['ignore', 'ignore', 'inherit']);
  if (made === 0) throw new Error('nothing was generated');
  return files.filter((file, index) => hashOf(folder, file) !== before[index]);
}

function hashOf(folder, file) {
  const path = join(folder, file);
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex');
}
