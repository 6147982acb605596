import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { root } from '../workspace.mjs';
import { filesOfProject } from './files.mjs';

/** Calls a function with a writable copy of the project, whose dependencies are links. Removes the copy afterwards. */
export async function withCopyOfProject(work) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'parley-copy-')));
  try {
    const files = filesOfProject();
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
    const folders = new Set(files.filter((file) => file.endsWith('package.json')).map(dirname));
    for (const folder of folders) linkDependencies(copy, join(folder, 'node_modules'));
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Writes a file of a copy. */
export function plant(copy, file, text) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

/**
 * Calls a function while texts of the copy are replaced. Each change is a file, its text, and the new text. Returns
 * undefined when a file does not contain a text exactly once.
 */
export function whileChanged(copy, changes, run) {
  const sources = new Map();
  try {
    for (const [file, from, to] of changes) {
      const path = join(copy, file);
      const source = readFileSync(path, 'utf8');
      if (source.split(from).length !== 2) {
        console.log(`stale     ${file} does not contain exactly once: ${from}`);
        return undefined;
      }
      if (!sources.has(path)) sources.set(path, source);
      writeFileSync(
        path,
        source.replace(from, () => to),
      );
    }
    return run();
  } finally {
    for (const [path, source] of sources) writeFileSync(path, source);
  }
}

/** One link per dependency; those on packages of the workspace lead to the copy's own. */
function linkDependencies(copy, folder) {
  if (!existsSync(join(root, folder))) return;
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder))) {
    // A copy with changed sources must not write the caches of the project.
    if (name === '.cache') continue;
    const entry = join(folder, name);
    if (name.startsWith('@')) {
      linkDependencies(copy, entry);
      continue;
    }
    const target = realpathSync(join(root, entry));
    const own = relative(root, target);
    const inWorkspace = !own.startsWith('..') && !own.split(sep).includes('node_modules');
    symlinkSync(inWorkspace ? join(copy, own) : target, join(copy, entry));
  }
}
