// `npm test`: every package's tests, on SQLite, on a real Postgres and on the mocks.
// Arguments go to vitest: `npm test -- packages/contract`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from './test/fast-folder.mjs';
import { passAlone } from './test/pass-alone.mjs';
import { binOf, ensurePackages, root } from './workspace.mjs';

ensurePackages();
const filters = process.argv.slice(2);
// A whole run in which a target has no test is a failed run; a filtered one may leave targets out.
const targets = filters.length === 0 ? 'SQLite,Postgres,mocks' : '';
const folder = mkdtempSync(join(fastFolder(), 'parley-test-'));
// Postgres runs as another user where this is root, and its files are below.
chmodSync(folder, 0o755);
const sqliteReady = join(folder, 'sqlite-ready');
const failures = join(folder, 'failures.json');

// In a new clone SQLite compiles while the tests run that do not need it.
const sqlite = start(['scripts/postinstall.mjs']);
sqlite.once('exit', () => writeFileSync(sqliteReady, ''));
const tests = start([binOf('vitest'), 'run', ...filters], {
  TMPDIR: folder,
  PARLEY_TEST_TARGETS: targets,
  PARLEY_TEST_SQLITE_READY: sqliteReady,
  PARLEY_TEST_FAILURES: failures,
});
// The folder may be in memory: an interrupted run removes it too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
let [code] = await once(tests, 'exit');
sqlite.removeAllListeners('exit').kill();
if (code === 1 && filters.length === 0 && (await passAlone(failures, start))) code = 0;
// A browser that still ends may write there.
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
process.exitCode = code ?? 1;

function start(args, variables = {}) {
  const env = { ...process.env, ...variables };
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
}
