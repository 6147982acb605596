// `npm run dev`: runs the server from source and restarts it when a file changes.
import { binOf, ensureBuilt, ensureInstalled, run } from './workspace.mjs';

ensureInstalled();
// Rebuild its pages with `npm run build` when they change.
ensureBuilt(['console']);
run(process.execPath, [
  binOf('tsx'),
  'watch',
  '--clear-screen=false',
  '--conditions=parley:source',
  'packages/server/src/cli/main.ts',
  ...['serve', '--demo', ...process.argv.slice(2)],
]);
