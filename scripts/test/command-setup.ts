import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of this run in which the first test that needs the command bundles it. */
    commandFolder: string;
  }
}

// Beside the packages that the bundle of the command loads.
const cache = join(import.meta.dirname, '../../packages/server/node_modules/.cache');

/** Creates the folder in which the tests of one run bundle the `parley` command, and removes it at the end. */
export default function setup(project: TestProject) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'parley-'));
  // Some tests run the command as another user.
  chmodSync(folder, 0o755);
  project.provide('commandFolder', folder);
  // The sources may have changed.
  project.onTestsRerun(() => {
    for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true });
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
