import { spawnSync } from 'node:child_process';
import { binOf, root } from '../workspace.mjs';

/** Format, lint rules, forbidden imports and import cycles. */
export function checkLint() {
  const args = ['check', '--error-on-warnings', '--max-diagnostics=200', '--colors=off'];
  return biome(args, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Returns the diagnostics of Biome for these files, each as `path category`. */
export function diagnosticsOf(folder, files) {
  const args = ['check', '--reporter=json', '--max-diagnostics=none', ...files];
  const { stdout, stderr } = biome(args, { cwd: folder, encoding: 'utf8' });
  try {
    return JSON.parse(stdout).diagnostics.map(({ category, location }) => {
      const path = typeof location.path === 'string' ? location.path : location.path.file;
      return `${path} ${category}`;
    });
  } catch {
    throw new Error(`biome gave no report: ${stderr}${stdout}`.slice(0, 2_000));
  }
}

function biome(args, options) {
  return spawnSync(process.execPath, [binOf('@biomejs/biome', 'biome'), ...args], options);
}
