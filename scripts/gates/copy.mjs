import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../workspace.mjs';
import { filesOfProject } from './files.mjs';

/** Hands over a copy of the project, dependencies linked, that may be written to; removes it afterwards. */
export async function withCopyOfProject(work) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'parley-copy-')));
  try {
    const files = filesOfProject();
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
    const folders = new Set(files.filter((file) => file.endsWith('package.json')).map(dirname));
    for (const folder of folders) {
      const installed = join(root, folder, 'node_modules');
      if (existsSync(installed)) symlinkSync(installed, join(copy, folder, 'node_modules'));
    }
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
