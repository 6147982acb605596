import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// Runs before each test file that may use SQLite. In a new clone `npm test` compiles SQLite while other tests run.
const ready = process.env['PARLEY_TEST_SQLITE_READY'];
while (ready && !existsSync(ready)) await sleep(100);
