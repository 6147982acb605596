// `npm run build`: builds every package that has a build, in order; `--force` rebuilds fresh ones too.
import { ensureBuilt, ensureInstalled } from './workspace.mjs';

ensureInstalled();
ensureBuilt(undefined, { force: process.argv.includes('--force') });
