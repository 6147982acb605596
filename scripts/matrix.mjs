// `npm run matrix`: every combination of tools that the SDK and the mocks support; `npm run matrix -- runners` a group of it.
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
// Loaded late: it imports packages that a fresh clone installs first.
const { checkMatrix } = await import('./gates/matrix.mjs');
if (!(await checkMatrix(process.argv.slice(2)))) process.exitCode = 1;
