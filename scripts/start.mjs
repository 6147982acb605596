// `npm start`: installs and builds what is missing, then runs the server in this process, so that signals and the exit
// code are the server's own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './workspace.mjs';

ensureInstalled();
ensureBuilt(['contract', 'sdk', 'server', 'console', 'docs']);

const command = join(root, 'packages/server/bin/parley.mjs');
const extra = process.argv.slice(2);
process.argv = [process.execPath, command, 'serve', '--demo', ...extra];
await import(pathToFileURL(command).href);
