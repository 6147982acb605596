// `npm run matrix`: every combination of tools that the SDK and the mocks support; `npm run matrix -- runners` a group of it.
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
// It is loaded now: it imports what a fresh clone has yet to install.
const { checkMatrix } = await import('./gates/matrix.mjs');
if (!(await checkMatrix(process.argv.slice(2)))) process.exitCode = 1;
