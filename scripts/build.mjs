// `npm run build`: every package that has one, in order; `--force` rebuilds what is fresh too.
import { ensureBuilt, ensureInstalled } from './workspace.mjs';

ensureInstalled();
ensureBuilt(undefined, { force: process.argv.includes('--force') });
