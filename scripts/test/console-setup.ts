import type { TestProject } from 'vitest/node';
import { browserPath } from '../../packages/server/test/browser-path.ts';
// @ts-expect-error: a script without types, which runs before any package is installed.
import { ensureBuilt } from '../workspace.mjs';
import { needsServer } from './needs-server.ts';

/** Builds the pages of the console, which its tests open in a browser. Without a browser, says that they are skipped. */
export default function buildConsole(project: TestProject): void {
  if (!needsServer(project)) return;
  if (browserPath) ensureBuilt(['console']);
  else console.log('console: no browser here, set CHROMIUM_PATH to the path of one');
}
