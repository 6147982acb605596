import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runsWithoutSqlite } from './without-sqlite.ts';

// Runs before each test file that may use SQLite. In a new clone `npm test` compiles SQLite while other tests run.
const ready = process.env['PARLEY_TEST_SQLITE_READY'];
if (ready && !runsWithoutSqlite(expect.getState().testPath ?? '')) {
  while (!existsSync(ready)) await sleep(100);
}
