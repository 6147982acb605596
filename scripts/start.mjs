// `npm start`: install and build what is missing, then become the server. It runs in this process,
// so signals and the exit code are the server's own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './workspace.mjs';

ensureInstalled();
ensureBuilt(['contract', 'sdk', 'server', 'docs']);

const command = join(root, 'packages/server/bin/parley.mjs');
const extra = process.argv.slice(2);
process.argv = [process.execPath, command, 'serve', '--demo', ...extra];
await import(pathToFileURL(command).href);
