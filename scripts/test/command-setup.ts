import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
// @ts-expect-error: a script without types.
import { commandCache } from '../bundle-command.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of this run in which the first test that needs the command bundles it. */
    commandFolder: string;
  }
}

/** Creates the folder in which the tests of one run bundle the `parley` command, and removes it at the end. */
export default function setup(project: TestProject) {
  mkdirSync(commandCache, { recursive: true });
  const folder = mkdtempSync(join(commandCache, 'parley-'));
  // Some tests run the command as another user.
  chmodSync(folder, 0o755);
  project.provide('commandFolder', folder);
  // The sources may have changed.
  project.onTestsRerun(() => {
    for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true });
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
