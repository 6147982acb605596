import { spawnSync } from 'node:child_process';
import { binOf, root } from '../workspace.mjs';
import { plant, withCopyOfProject } from './copy.mjs';
import { lintCanaries } from './lint-canaries.mjs';

/**
 * Format, lint rules, forbidden imports and import cycles. The gate is its own canary: it checks a copy of the project
 * to which it has added examples, and must refuse nothing but the wrong ones.
 */
export function checkLint() {
  return withCopyOfProject((copy) => {
    for (const { file, text } of lintCanaries) plant(copy, file, text);
    const found = diagnosticsOf(copy);
    const missed = lintCanaries.filter(({ file, refusedBy }) =>
      refusedBy
        ? !found.some((one) => one.file === file && one.category === refusedBy)
        : found.some((one) => one.file === file),
    );
    for (const { file, refusedBy } of missed)
      console.error(
        refusedBy ? `not refused: ${file}: ${refusedBy}` : `right, but refused: ${file}`,
      );
    const planted = new Set(lintCanaries.map(({ file }) => file));
    const problems = found.filter(({ file }) => !planted.has(file));
    for (const { file, category } of problems) console.error(`${file} ${category}`);
    if (problems.length > 0)
      biome(['--max-diagnostics=200', '--colors=off'], { cwd: root, stdio: 'inherit' });
    return missed.length === 0 && problems.length === 0;
  });
}

/** Returns the errors and warnings of Biome in a folder. */
function diagnosticsOf(folder) {
  const { stdout, stderr } = biome(['--reporter=json', '--max-diagnostics=none'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  try {
    return JSON.parse(stdout)
      .diagnostics.filter(({ severity }) => severity !== 'information')
      .map(({ category, location: { path } }) => ({
        file: typeof path === 'string' ? path : path.file,
        category,
      }));
  } catch {
    throw new Error(`biome gave no report: ${stderr}${stdout}`.slice(0, 2_000));
  }
}

function biome(args, options) {
  const program = binOf('@biomejs/biome', 'biome');
  return spawnSync(process.execPath, [program, 'check', '--error-on-warnings', ...args], options);
}
