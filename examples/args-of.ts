import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'vitest';
import type {} from '../packages/server/test/command.ts';

/**
 * Bundles an example at its first run in this worker, and returns the arguments of Node that run it. tsx would take ten
 * times as much CPU time at each run.
 */
export async function argsOf(file: string): Promise<string[]> {
  const name = relative(import.meta.dirname, file).replaceAll(/\W/g, '-');
  // Beside the packages that a bundle cannot contain.
  const outfile = join(inject('commandFolder'), `${name}-${process.pid}.mjs`);
  if (existsSync(outfile)) return [outfile];
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['parley:source'],
    external: ['better-sqlite3'],
    // The example reads files beside its source.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(file).href) },
    // Packages of CommonJS call it.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: 'warning',
  });
  return [outfile];
}
