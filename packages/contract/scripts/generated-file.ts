import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Writes a file under docs/reference; with `--check` only compares, and fails when it is stale. */
export function generate(name: string, content: string): void {
  const path = fileURLToPath(new URL(`../../../docs/reference/${name}`, import.meta.url));
  const shown = relative(root, path);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    console.log(`wrote ${shown}`);
    return;
  }
  if (readOrEmpty(path) === content) return;
  console.error(`${shown} is stale: run \`pnpm build:docs\` and commit it.`);
  process.exitCode = 1;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A missing file is a stale file.
    return '';
  }
}
