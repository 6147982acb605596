// `npm test`: every package's tests, on SQLite, on a real Postgres and on the mocks.
// Arguments go to vitest: `npm test -- packages/contract`.
import { binOf, ensureInstalled, run } from './workspace.mjs';

ensureInstalled();
const filters = process.argv.slice(2);
// A whole run in which a target has no test is a failed run; a filtered one may leave targets out.
const targets = filters.length === 0 ? 'SQLite,Postgres,mocks' : '';
run(process.execPath, [binOf('vitest'), 'run', ...filters], {
  env: { ...process.env, PARLEY_TEST_TARGETS: targets },
});
