// Writes the declarations of sources, for the builds of packages. They bundle them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { binOf, root } from './workspace.mjs';

/**
 * Writes the declarations of these sources of a package, and of all sources that they import. Returns the names with the
 * paths of the declarations. The native compiler needs a tenth of the CPU time of the one that tsup calls.
 */
export function writeDeclarations(name, sources) {
  const folder = join(root, 'packages', name);
  // Not below node_modules: bundlers leave out what is there.
  const outDir = join(folder, '.declarations');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const project = join(outDir, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(root, 'packages'),
      outDir,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: Object.values(sources).map((source) => join(folder, source)),
  };
  writeFileSync(project, JSON.stringify(settings));
  // Parallel checkers need twice the CPU time, because each checks the shared types again.
  const native = compile('typescript-native', ['-p', project, '--singleThreaded']);
  if (native.status !== 0) {
    console.error(`The native compiler failed for ${name}, TypeScript 5.9 follows: ${native.text}`);
    const { status, text } = compile('typescript', ['-p', project]);
    if (status !== 0) throw new Error(`the declarations of ${name}: ${text}`);
  }
  indentWithTabs(outDir);
  return Object.fromEntries(
    Object.entries(sources).map(([entry, source]) => [
      entry,
      relative(folder, join(outDir, name, source)).replace(/\.ts$/, '.d.ts'),
    ]),
  );
}

/** Replaces four spaces by a tab: a declaration is a twentieth smaller, and editors show it at their own width. */
function indentWithTabs(folder) {
  const all = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.d.ts'));
  for (const path of all.map((name) => join(folder, name))) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)),
    );
  }
}

function compile(compiler, args) {
  const all = [binOf(compiler, 'tsc'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, text: [stdout, stderr].filter(Boolean).join('\n') };
}
