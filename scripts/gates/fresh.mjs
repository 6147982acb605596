import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../build-docs.mjs';
import { root } from '../workspace.mjs';
import { withCopyOfProject } from './copy.mjs';
import { filesOfProject } from './files.mjs';

/** A generated page. */
const page = 'docs/reference/errors.md';

/**
 * Generates all files again in a copy and checks that they equal those of the project. The gate is its own canary: it
 * edits a generated page of the copy first, which must be noticed, and must then be generated as it was.
 */
export function checkFresh() {
  return withCopyOfProject((copy) => {
    const files = filesOfProject();
    const stale = () => files.filter((file) => hashOf(copy, file) !== hashOf(root, file));
    writeFileSync(join(copy, page), '# Out of date\n');
    if (stale().join() !== page) throw new Error('a generated page that was edited is not noticed');
    const made = generate(copy, ['ignore', 'ignore', 'inherit']);
    if (made === 0) throw new Error('nothing was generated');
    const old = stale();
    for (const file of old) console.error(`${file} is out of date. Run: npm run build:docs`);
    return old.length === 0;
  });
}

function hashOf(folder, file) {
  const path = join(folder, file);
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex');
}
